package dev.headgate.spi;

import java.time.InstantSource;

/** The clock of the gateway: wall time for windows and records, ticks for durations. */
@Preview
public interface GatewayClock extends InstantSource {

  /**
   * A monotonic reading for measuring durations.
   *
   * @return nanoseconds since an arbitrary point
   */
  long nanoTime();
}
