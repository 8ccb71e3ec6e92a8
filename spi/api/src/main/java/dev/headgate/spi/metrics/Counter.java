package dev.headgate.spi.metrics;

import dev.headgate.spi.Preview;

/** Only rises. Adding costs a few nanoseconds, from any thread. */
@Preview
public interface Counter {

  /**
   * Adds.
   *
   * @param amount not negative
   */
  void add(long amount);

  /** Adds one. */
  default void increment() {
    add(1);
  }
}
