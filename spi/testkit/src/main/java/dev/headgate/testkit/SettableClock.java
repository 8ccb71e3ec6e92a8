package dev.headgate.testkit;

import dev.headgate.spi.GatewayClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that a test sets. Wall time stands still between calls; the monotonic reading runs on, so
 * that deadlines and overheads stay true, and jumps by what the test adds. Safe for many threads.
 */
public final class SettableClock implements GatewayClock {
  private final AtomicReference<Instant> now;
  private final AtomicLong jumped = new AtomicLong();

  /**
   * @param start the time that it shows at first
   */
  public SettableClock(Instant start) {
    now = new AtomicReference<>(start);
  }

  /** Sets the wall time; the monotonic reading is not touched. */
  public void set(Instant time) {
    now.set(time);
  }

  /** Lets time pass. */
  public void advance(Duration length) {
    now.updateAndGet(time -> time.plus(length));
    jumped.addAndGet(length.toNanos());
  }

  @Override
  public Instant instant() {
    return Objects.requireNonNull(now.get(), "always set");
  }

  @Override
  public long nanoTime() {
    return System.nanoTime() + jumped.get();
  }
}
