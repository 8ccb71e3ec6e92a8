package dev.headgate.bench.load.report;

import dev.headgate.bench.load.report.Csv.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether something grew during a long run: a straight line is laid through the samples of the
 * second half, and its rise over that time is held against what the samples scatter about it. The
 * first half is left to compilers, pools and caches that fill once.
 */
final class SoakVerdict {

  private static final List<String> COLUMNS =
      List.of("rss_mb", "live_mb", "threads", "descriptors", "upstream_connections");
  private static final int FEWEST = 4;
  private static final double SMALL_SHARE = 0.02;

  /**
   * What one column shows.
   *
   * @param mean over the second half
   * @param rise of the line over the second half
   * @param noise twice the scatter about the line, and at least two percent of the mean
   */
  record Trend(String column, double mean, double rise, double noise) {

    boolean flat() {
      return rise <= noise;
    }

    String line(String target) {
      return String.format(
          Locale.ROOT,
          "%s, %s: %s (mean %s, rise %s over the second half, noise %s)",
          target,
          column,
          flat() ? "flat" : "GROWS",
          Spread.figure(mean),
          Spread.figure(rise),
          Spread.figure(noise));
    }
  }

  private SoakVerdict() {}

  /** A line for each target and column; none where there are no samples. */
  static List<String> of(Path folder) {
    List<Row> rows = Csv.read(folder.resolve("samples.csv"));
    List<String> lines = new ArrayList<>();
    for (String target : rows.stream().map(row -> row.text("target")).distinct().toList()) {
      List<Row> own = rows.stream().filter(row -> row.text("target").equals(target)).toList();
      for (String column : COLUMNS) {
        List<double[]> points = secondHalf(own, column);
        if (points.size() >= FEWEST) {
          lines.add(trend(column, points).line(target));
        }
      }
    }
    return lines;
  }

  private static List<double[]> secondHalf(List<Row> rows, String column) {
    double end = rows.stream().mapToDouble(row -> row.number("seconds").orElse(0)).max().orElse(0);
    return rows.stream()
        .filter(row -> row.number("seconds").orElse(0) >= end / 2)
        .filter(row -> row.number(column).isPresent())
        .map(row -> new double[] {row.number("seconds").orElse(0), row.number(column).orElse(0)})
        .toList();
  }

  /** Least squares. */
  static Trend trend(String column, List<double[]> points) {
    double n = points.size();
    double meanX = points.stream().mapToDouble(point -> point[0]).sum() / n;
    double meanY = points.stream().mapToDouble(point -> point[1]).sum() / n;
    double xy = 0;
    double xx = 0;
    for (double[] point : points) {
      xy += (point[0] - meanX) * (point[1] - meanY);
      xx += (point[0] - meanX) * (point[0] - meanX);
    }
    double slope = xx == 0 ? 0 : xy / xx;
    double squares = 0;
    for (double[] point : points) {
      double off = point[1] - meanY - slope * (point[0] - meanX);
      squares += off * off;
    }
    double scatter = Math.sqrt(squares / n);
    double length = points.getLast()[0] - points.getFirst()[0];
    return new Trend(
        column, meanY, slope * length, Math.max(2 * scatter, SMALL_SHARE * Math.abs(meanY)));
  }
}
