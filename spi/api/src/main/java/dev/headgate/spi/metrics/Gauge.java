package dev.headgate.spi.metrics;

import dev.headgate.spi.Preview;

/** A value that goes up and down. */
@Preview
public interface Gauge {

  /**
   * Sets the value.
   *
   * @param value the new value
   */
  void set(double value);
}
