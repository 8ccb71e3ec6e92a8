package dev.headgate.kernel;

import dev.headgate.spi.GatewayClock;
import java.time.Instant;

/** The clock of the machine. */
final class SystemClock implements GatewayClock {
  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }
}
