package dev.headgate.spi.metrics;

import dev.headgate.spi.Preview;
import java.util.function.DoubleSupplier;

/**
 * Makes meters. Asking twice for the same name gives the same meter; with another type or other
 * labels it is refused. Names and labels follow Prometheus; units are seconds and bytes. Each
 * family holds at most {@code headgate.limits.series} sets of label values; what goes beyond is
 * booked on one whose values are all {@code other}, so sums stay exact.
 */
@Preview
public interface Meters {

  /**
   * A family of counters.
   *
   * @param name the name; ends in {@code _total}
   * @param help one sentence
   * @param labels the names of the labels
   */
  Family<Counter> counter(String name, String help, String... labels);

  /**
   * A family of histograms.
   *
   * @param name the name; ends in the unit, such as {@code _seconds}
   * @param help one sentence
   * @param bounds the upper bounds of the buckets, rising; in the unit
   * @param labels the names of the labels
   */
  Family<Histogram> histogram(String name, String help, double[] bounds, String... labels);

  /**
   * A family of gauges that are set.
   *
   * @param name the name
   * @param help one sentence
   * @param labels the names of the labels
   */
  Family<Gauge> gauge(String name, String help, String... labels);

  /**
   * A gauge that is read when somebody looks.
   *
   * @param name the name
   * @param help one sentence
   * @param value gives the value; quick, no locks
   */
  void gauge(String name, String help, DoubleSupplier value);
}
