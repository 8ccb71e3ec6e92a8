package dev.headgate.bench.load.report;

import java.util.ArrayList;
import java.util.List;

/** Where a value lies on a drawing. */
final class Axis {

  private final boolean logarithmic;
  private final double least;
  private final double most;
  private final double from;
  private final double to;

  private Axis(boolean logarithmic, double least, double most, double from, double to) {
    this.logarithmic = logarithmic;
    this.least = least;
    this.most = most;
    this.from = from;
    this.to = to;
  }

  /** Powers of ten from below the least to above the most; both positive. */
  static Axis logarithmic(double least, double most, double from, double to) {
    double low = Math.pow(10, Math.floor(Math.log10(least)));
    double high = Math.pow(10, Math.ceil(Math.log10(Math.max(most, low * 1.01))));
    return new Axis(true, low, high, from, to);
  }

  /** From the least to the most, evenly. */
  static Axis even(double least, double most, double from, double to) {
    return new Axis(false, least, most > least ? most : least + 1, from, to);
  }

  double at(double value) {
    double share =
        logarithmic
            ? Math.log10(value / least) / Math.log10(most / least)
            : (value - least) / (most - least);
    return from + Math.clamp(share, 0, 1) * (to - from);
  }

  double least() {
    return least;
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      for (double tick = least; tick <= most * 1.001; tick *= 10) {
        ticks.add(tick);
      }
      return ticks;
    }
    for (int i = 0; i <= 5; i++) {
      ticks.add(least + (most - least) * i / 5);
    }
    return ticks;
  }
}
