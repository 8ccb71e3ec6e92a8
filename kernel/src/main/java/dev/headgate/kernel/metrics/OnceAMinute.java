package dev.headgate.kernel.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Lets one event a minute through, and counts those in between. */
final class OnceAMinute {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
  private static final long NEVER = Long.MIN_VALUE;

  private final AtomicLong last = new AtomicLong(NEVER);
  private final LongAdder held = new LongAdder();

  /**
   * Whether this event goes through.
   *
   * @param nanoTime now, on a monotonic clock
   */
  boolean due(long nanoTime) {
    long before = last.get();
    if ((before == NEVER || nanoTime - before >= MINUTE) && last.compareAndSet(before, nanoTime)) {
      return true;
    }
    held.increment();
    return false;
  }

  /** How many were held back since the last call. */
  long held() {
    return held.sumThenReset();
  }
}
