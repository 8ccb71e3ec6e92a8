package dev.headgate.bench.load.run;

import dev.headgate.bench.load.BenchException;
import dev.headgate.bench.load.report.Csv;
import dev.headgate.bench.load.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The files of one run; a report is made from them alone. */
final class ResultFolder {

  private static final List<String> START_COLUMNS =
      List.of("target", "start", "seconds", "idle_mb");
  private static final List<String> MEMORY_COLUMNS =
      List.of("target", "idle_mb", "peak_mb", "after_mb");
  private static final List<String> PERCENTILE_COLUMNS =
      List.of("lane", "target", "what", "percentile", "ms");
  private static final double[] PERCENTILES = {
    0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99, 100
  };

  private final Path folder;
  private final Map<List<String>, Histogram> merged = new HashMap<>();

  private ResultFolder(Path folder) {
    this.folder = folder;
  }

  static ResultFolder create(Places places, Scenario scenario, RunOptions options) {
    Path folder = options.out().orElseGet(() -> unused(places, scenario));
    try {
      Files.createDirectories(folder);
      try (var files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new BenchException(folder + " is not empty");
        }
      }
      Path file = places.bench().resolve("scenarios").resolve(scenario.name() + Scenario.ENDING);
      Files.copy(file, folder.resolve("scenario.txt"));
    } catch (IOException e) {
      throw new BenchException("cannot write results to " + folder + ": " + e.getMessage());
    }
    return new ResultFolder(folder);
  }

  private static Path unused(Places places, Scenario scenario) {
    String name = LocalDate.now(ZoneOffset.UTC) + "-" + scenario.name();
    Path results = places.root().resolve("bench").resolve("results");
    Path folder = results.resolve(name);
    for (int i = 2; Files.exists(folder); i++) {
      folder = results.resolve(name + "-" + i);
    }
    return folder;
  }

  Path path() {
    return folder;
  }

  void slice(SliceResult result) {
    Csv.append(folder.resolve("slices.csv"), SliceResult.COLUMNS, result.fields());
    merge(result, "latency", result.recording().latency());
    merge(result, "frame", result.recording().oneWay());
    merge(result, "gap", result.recording().gap());
  }

  private void merge(SliceResult result, String what, Histogram histogram) {
    if (histogram.getTotalCount() > 0) {
      merged
          .computeIfAbsent(
              List.of(result.lane(), result.target(), what), key -> new Histogram(histogram))
          .add(histogram);
    }
  }

  void start(String target, int number, double seconds, double idleMb) {
    Csv.append(
        folder.resolve("starts.csv"),
        START_COLUMNS,
        List.of(
            target,
            String.valueOf(number),
            SliceResult.decimal(seconds),
            SliceResult.decimal(idleMb)));
  }

  void memory(String target, double idleMb, double peakMb, double afterMb) {
    Csv.append(
        folder.resolve("memory.csv"),
        MEMORY_COLUMNS,
        List.of(
            target,
            SliceResult.decimal(idleMb),
            SliceResult.decimal(peakMb),
            SliceResult.decimal(afterMb)));
  }

  void sample(List<String> columns, List<String> fields) {
    Csv.append(folder.resolve("samples.csv"), columns, fields);
  }

  /** The distributions over all rounds. */
  void percentiles() {
    List<List<String>> keys = new ArrayList<>(merged.keySet());
    keys.sort((a, b) -> String.join("\0", a).compareTo(String.join("\0", b)));
    for (List<String> key : keys) {
      Histogram histogram = merged.getOrDefault(key, new Histogram(1));
      for (double percentile : PERCENTILES) {
        List<String> fields = new ArrayList<>(key);
        fields.add(String.valueOf(percentile));
        fields.add(SliceResult.decimal(histogram.getValueAtPercentile(percentile) / 1e6));
        Csv.append(folder.resolve("percentiles.csv"), PERCENTILE_COLUMNS, fields);
      }
    }
  }

  void facts(Map<String, String> facts) {
    facts.forEach((name, value) ->
        Csv.append(folder.resolve("facts.csv"), List.of("fact", "value"), List.of(name, value)));
  }
}
