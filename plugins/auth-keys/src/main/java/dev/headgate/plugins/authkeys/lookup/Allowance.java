package dev.headgate.plugins.authkeys.lookup;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * So many of something a second and no more: the time at which the next one is due moves on by one
 * interval each, and may lag behind now by one second at most.
 */
final class Allowance {
  private static final long SECOND = 1_000_000_000L;

  private final LongSupplier nanoTime;
  private final long interval;
  private final AtomicLong due;

  /**
   * @param perSecond how many; 0 for none at all
   * @param nanoTime the clock
   */
  Allowance(int perSecond, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.interval = perSecond == 0 ? 0 : SECOND / perSecond;
    this.due = new AtomicLong(nanoTime.getAsLong() - SECOND);
  }

  /** Takes one; false when there is none left now. */
  boolean take() {
    if (interval == 0) {
      return false;
    }
    long now = nanoTime.getAsLong();
    while (true) {
      long was = due.get();
      long start = was - (now - SECOND) < 0 ? now - SECOND : was;
      long next = start + interval;
      if (next - now > 0) {
        return false;
      }
      if (due.compareAndSet(was, next)) {
        return true;
      }
    }
  }
}
