package dev.headgate.bench.load.report;

import dev.headgate.bench.load.report.Csv.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The drawings of a report, by file name. */
final class Plots {

  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

  private Plots() {}

  static Map<String, String> of(Path folder, Summary summary) {
    Map<String, String> plots = new LinkedHashMap<>();
    bar(plots, summary, "cpu.svg", Metric.CPU);
    bar(plots, summary, "frame-cpu.svg", Metric.FRAME_CPU);
    bar(plots, summary, "added-p50.svg", Metric.ADDED_P50);
    bar(plots, summary, "added-p99.svg", Metric.ADDED_P99);
    bar(plots, summary, "rate.svg", Metric.RATE);
    List<Row> percentiles = Csv.read(folder.resolve("percentiles.csv"));
    for (String lane : summary.lanes()) {
      for (String what : List.of("latency", "frame")) {
        distribution(plots, percentiles, lane, what);
      }
    }
    samples(plots, Csv.read(folder.resolve("samples.csv")));
    return plots;
  }

  private static void bar(Map<String, String> plots, Summary summary, String name, Metric metric) {
    BarChart.of(summary, metric).ifPresent(drawing -> plots.put(name, drawing));
  }

  private static void distribution(
      Map<String, String> plots, List<Row> rows, String lane, String what) {
    Map<String, List<double[]>> byTarget = new LinkedHashMap<>();
    for (Row row : rows) {
      double percentile = row.number("percentile").orElse(0);
      if (row.text("lane").equals(lane) && row.text("what").equals(what) && percentile < 100) {
        byTarget
            .computeIfAbsent(row.text("target"), target -> new ArrayList<>())
            .add(new double[] {nines(percentile), Math.max(row.number("ms").orElse(0), 1e-3)});
      }
    }
    if (byTarget.isEmpty()) {
      return;
    }
    List<LineChart.Series> series = new ArrayList<>();
    byTarget.forEach((target, points) -> series.add(new LineChart.Series(target, points)));
    LineChart.Ticks ticks =
        new LineChart.Ticks(
            0,
            nines(99.99),
            PERCENTILES.stream().map(Plots::nines).toList(),
            PERCENTILES.stream().map(p -> "p" + p.toString().replace(".0", "")).toList());
    String title = lane + ": " + (what.equals("frame") ? "frame one-way, ms" : "latency, ms");
    plots.put(lane + "-" + what + ".svg", LineChart.of(title, series, true, "percentile", ticks));
  }

  /** Each nine more takes as much room as the one before. */
  private static double nines(double percentile) {
    return -Math.log10(1 - percentile / 100);
  }

  private static void samples(Map<String, String> plots, List<Row> rows) {
    if (rows.isEmpty()) {
      return;
    }
    double end = rows.stream().mapToDouble(row -> row.number("seconds").orElse(0)).max().orElse(1);
    List<Double> at = List.of(0.0, end / 4, end / 2, end * 3 / 4, end);
    LineChart.Ticks ticks =
        new LineChart.Ticks(
            0, end, at, at.stream().map(seconds -> Spread.figure(seconds / 60) + " min").toList());
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("rss_mb", "resident, MB");
    columns.put("live_mb", "heap after a collection, MB");
    columns.put("threads", "threads");
    columns.put("descriptors", "open descriptors");
    columns.put("upstream_connections", "connections to the upstream");
    columns.forEach((column, title) -> {
      Map<String, List<double[]>> lines = new LinkedHashMap<>();
      for (Row row : rows) {
        row.number(column)
            .ifPresent(value ->
                lines
                    .computeIfAbsent(row.text("target"), target -> new ArrayList<>())
                    .add(new double[] {row.number("seconds").orElse(0), value}));
      }
      List<LineChart.Series> series = new ArrayList<>();
      lines.forEach((target, points) -> series.add(new LineChart.Series(target, points)));
      if (!series.isEmpty()) {
        plots.put(column + ".svg", LineChart.of(title, series, false, "time", ticks));
      }
    });
  }
}
