package dev.headgate.spi.metrics;

import dev.headgate.spi.Preview;

/** Counts values by size. Recording costs a few nanoseconds, from any thread. */
@Preview
public interface Histogram {

  /**
   * Records a length of time, in a histogram of seconds.
   *
   * @param nanos nanoseconds
   */
  void recordNanos(long nanos);

  /**
   * Records a value.
   *
   * @param value in the unit of the histogram
   */
  void record(double value);
}
