package dev.headgate.bench.load.report;

import dev.headgate.bench.load.report.Csv.Row;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/** The medians of a run, computed from its files. */
final class Summary {

  private static final String DIRECT = "direct";
  private static final String NGINX = "nginx";

  /** The prices of the published cost model: a vCPU hour and a GB hour. */
  private static final double DOLLARS_A_CPU_HOUR = 0.04;

  private static final double DOLLARS_A_GB_HOUR = 0.005;
  private static final double SECONDS_AN_HOUR = 3_600;

  private final List<Row> slices;
  private final List<Row> starts;
  private final List<Row> memory;
  private final List<Row> facts;

  private Summary(List<Row> slices, List<Row> starts, List<Row> memory, List<Row> facts) {
    this.slices = slices;
    this.starts = starts;
    this.memory = memory;
    this.facts = facts;
  }

  static Summary read(Path folder) {
    return new Summary(
        Csv.read(folder.resolve("slices.csv")),
        Csv.read(folder.resolve("starts.csv")),
        Csv.read(folder.resolve("memory.csv")),
        Csv.read(folder.resolve("facts.csv")));
  }

  List<String> lanes() {
    return slices.stream().map(row -> row.text("lane")).distinct().toList();
  }

  /** In the order of the first round. */
  List<String> targets() {
    List<String> measured = slices.stream().map(row -> row.text("target")).distinct().toList();
    return measured.isEmpty()
        ? starts.stream().map(row -> row.text("target")).distinct().toList()
        : measured;
  }

  String fact(String name) {
    return facts.stream()
        .filter(row -> row.text("fact").equals(name))
        .map(row -> row.text("value"))
        .findFirst()
        .orElse("");
  }

  List<Row> facts() {
    return facts;
  }

  /** The median over the rounds, empty where it was not measured. */
  Optional<Spread> of(String lane, String target, Metric metric) {
    double[] values =
        slices.stream()
            .filter(row -> row.text("lane").equals(lane) && row.text("target").equals(target))
            .map(row -> value(row, metric))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Spread.of(Arrays.stream(values)));
  }

  private OptionalDouble value(Row row, Metric metric) {
    OptionalDouble own = row.number(metric.column());
    return switch (metric.kind()) {
      case PLAIN -> own;
      case ADDED ->
          row.text("target").equals(DIRECT)
              ? OptionalDouble.empty()
              : with(own, beside(row, DIRECT, metric), (a, b) -> a - b);
      case OVER_NGINX -> with(own, beside(row, NGINX, metric), (a, b) -> a / b);
      case PER_SECOND_OF_CPU -> own.isPresent() ? OptionalDouble.of(1e6 / own.getAsDouble()) : own;
      case DOLLARS -> with(own, row.number("rps"), (cpu, rps) -> dollars(row, cpu, rps));
    };
  }

  private static double dollars(Row row, double cpuMicros, double perSecond) {
    double cpu = cpuMicros / 1e6 * DOLLARS_A_CPU_HOUR / SECONDS_AN_HOUR;
    double gigabytes = row.number("rss_mb").orElse(0) / 1_024;
    double memory = gigabytes * DOLLARS_A_GB_HOUR / SECONDS_AN_HOUR / perSecond;
    return (cpu + memory) * 1e6;
  }

  private OptionalDouble beside(Row row, String target, Metric metric) {
    return slices.stream()
        .filter(other ->
            other.text("target").equals(target)
                && other.text("lane").equals(row.text("lane"))
                && other.text("round").equals(row.text("round")))
        .map(other -> other.number(metric.column()))
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble with(
      OptionalDouble a, OptionalDouble b, DoubleBinaryOperator operator) {
    return a.isPresent() && b.isPresent() && Double.isFinite(b.getAsDouble())
        ? OptionalDouble.of(operator.applyAsDouble(a.getAsDouble(), b.getAsDouble()))
        : OptionalDouble.empty();
  }

  /** Seconds from the start of the process to its first right answer. */
  Optional<Spread> start(String target) {
    return of(starts, target, "seconds");
  }

  Optional<Spread> idleMb(String target) {
    return of(memory, target, "idle_mb").or(() -> of(starts, target, "idle_mb"));
  }

  Optional<Spread> peakMb(String target) {
    return of(memory, target, "peak_mb");
  }

  private static Optional<Spread> of(List<Row> rows, String target, String column) {
    double[] values =
        rows.stream()
            .filter(row -> row.text("target").equals(target))
            .map(row -> row.number(column))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Spread.of(Arrays.stream(values)));
  }

  /** What went wrong on that lane and target, a line for each slice. */
  List<String> errors() {
    return slices.stream()
        .filter(row -> row.number("errors").orElse(0) > 0)
        .map(row ->
            row.text("lane")
                + ", "
                + row.text("target")
                + ", round "
                + row.text("round")
                + ": "
                + row.text("first_error"))
        .toList();
  }
}
