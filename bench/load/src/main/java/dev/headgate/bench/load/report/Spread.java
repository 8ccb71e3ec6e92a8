package dev.headgate.bench.load.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Several measurements of one thing.
 *
 * @param median the middle one
 * @param low the lowest
 * @param high the highest
 * @param count how many there are
 */
public record Spread(double median, double low, double high, int count) {

  static Spread of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int n = sorted.length;
    if (n == 0) {
      throw new IllegalArgumentException("no values");
    }
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    return new Spread(median, sorted[0], Arrays.stream(sorted).max().orElseThrow(), n);
  }

  /** Three significant digits or so, as a person would write it. */
  static String figure(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, size == 0 ? "%.0f" : format, value);
  }

  String medianFigure() {
    return figure(median);
  }

  /** The median, and the range in brackets where there is one. */
  String withRange() {
    return count == 1
        ? medianFigure()
        : medianFigure() + " (" + figure(low) + " – " + figure(high) + ")";
  }
}
