package dev.headgate.bench.plugin;

/**
 * A mean and where the true one lies with 95 % confidence.
 *
 * @param mean of the windows
 * @param low the lower end
 * @param high the upper end
 */
record Interval(double mean, double low, double high) {

  /**
   * The interval of Student's t over values that do not depend on one another.
   *
   * @param values at least two
   */
  static Interval of(double[] values) {
    int count = values.length;
    if (count < 2) {
      throw new IllegalArgumentException("one value has no spread");
    }
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    double mean = sum / count;
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double half = student(count - 1) * Math.sqrt(squares / (count - 1) / count);
    return new Interval(mean, mean - half, mean + half);
  }

  /**
   * The 97.5 % quantile of Student's t, by the expansion of Cornish and Fisher, which is good to
   * 0.3 % from five degrees of freedom on.
   */
  static double student(int degrees) {
    double z = 1.959964;
    double z3 = z * z * z;
    double z5 = z3 * z * z;
    double n = degrees;
    return z
        + (z3 + z) / (4 * n)
        + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n)
        + (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
  }

  double width() {
    return high - low;
  }

  /** The same in another unit. */
  Interval times(double factor) {
    return new Interval(mean * factor, low * factor, high * factor);
  }
}
