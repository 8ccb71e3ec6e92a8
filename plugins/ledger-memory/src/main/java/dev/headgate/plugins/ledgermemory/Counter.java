package dev.headgate.plugins.ledgermemory;

import dev.headgate.spi.admission.CalendarWindow;
import dev.headgate.spi.admission.Limit;
import java.time.ZoneId;

/**
 * What is used and held on one limit in its present window, and how many reservations are open on
 * it. Guarded by the lock of its stripe.
 *
 * <p>Invariant: {@code held} is the sum of what the open reservations of this window hold. When a
 * window ends, what was used and held in it ends with it; {@code turn} tells reservations of an
 * earlier window apart, and those neither give back nor add to a later one.
 */
final class Counter {
  final int stripe;
  private final Limit.Window window;
  private final long length;
  long used;
  long held;
  int open;
  long turn;
  long windowStart;
  long windowEnd;

  Counter(Limit limit, int stripe) {
    this.stripe = stripe;
    this.window = limit.window();
    this.length = limit.length().toMillis();
  }

  /** Ends the window when its time has come. */
  void turn(long now, Limit limit, ZoneId zone) {
    switch (window) {
      case NONE -> {}
      case FROM_FIRST -> {
        if (windowEnd != 0 && now >= windowEnd) {
          next();
          windowEnd = 0;
        }
      }
      case CALENDAR -> {
        if (now >= windowEnd || now < windowStart) {
          if (windowEnd != 0) {
            next();
          }
          CalendarWindow around = CalendarWindow.around(now, limit.length(), zone);
          windowStart = around.startMillis();
          windowEnd = around.endMillis();
        }
      }
    }
  }

  private void next() {
    turn++;
    used = 0;
    held = 0;
  }

  /** A request was let in: a window that waits for its first request opens. */
  void open(long now) {
    if (window == Limit.Window.FROM_FIRST && windowEnd == 0) {
      windowStart = now;
      windowEnd = now + length;
    }
  }

  /** When the window ends; 0 when never. For one that has not opened: if it opened now. */
  long reset(long now) {
    return window == Limit.Window.FROM_FIRST && windowEnd == 0 ? now + length : windowEnd;
  }

  /** Whether nothing would be lost with it: it says no more than a new one would. */
  boolean idle(long now) {
    return open == 0
        && switch (window) {
          case NONE -> used == 0;
          case FROM_FIRST, CALENDAR -> windowEnd != 0 && now >= windowEnd;
        };
  }
}
