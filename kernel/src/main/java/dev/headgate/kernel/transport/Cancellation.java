package dev.headgate.kernel.transport;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way to end a call from another thread. It holds what the call is blocked in, a connection for
 * most of the time. A cancellation takes that out for good; whoever lets go of a connection must
 * put it back to the pool only if it was still held. So a late cancellation never closes a
 * connection that serves another call by then.
 */
final class Cancellation extends AtomicReference<@Nullable Stoppable> implements Runnable {
  private static final long serialVersionUID = 1L;

  /** Held for good once the call is cancelled. */
  private enum Cancelled implements Stoppable {
    CANCELLED;

    @Override
    public void stop() {}
  }

  /**
   * Holds something, in place of what was held before.
   *
   * @return false when the call is cancelled, so that the thing must not be used
   */
  boolean hold(Stoppable target) {
    while (true) {
      Stoppable held = get();
      if (held instanceof Cancelled) {
        return false;
      }
      if (compareAndSet(held, target)) {
        return true;
      }
    }
  }

  /**
   * Lets go.
   *
   * @return false when the call is cancelled, so that the thing was or is being stopped
   */
  boolean release() {
    while (true) {
      Stoppable held = get();
      if (held instanceof Cancelled) {
        return false;
      }
      if (compareAndSet(held, null)) {
        return true;
      }
    }
  }

  boolean cancelled() {
    return get() instanceof Cancelled;
  }

  @Override
  public void run() {
    Stoppable held = getAndSet(Cancelled.CANCELLED);
    if (held != null) {
      held.stop();
    }
  }
}
