package dev.headgate.spi.metrics;

import dev.headgate.spi.Preview;

/** Reads every meter of the gateway; a service of the kernel. */
@Preview
public interface MeterReader {

  /**
   * Visits all meters, family by family, in the order of their names. May run on any thread; takes
   * no lock that a request waits for.
   *
   * @param visitor is told of each
   */
  void read(MeterVisitor visitor);
}
