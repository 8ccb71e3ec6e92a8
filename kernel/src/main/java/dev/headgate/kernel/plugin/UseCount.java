package dev.headgate.kernel.plugin;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts who uses a thing, so that it can be closed after its last user without any of them taking
 * a lock or writing to one shared word.
 *
 * <p>Users are counted in and out by two adders. Retiring first sets the flag and then compares
 * them, the outs before the ins; every user who leaves after that compares them too.
 *
 * <ul>
 *   <li><b>Never too early.</b> A user counts in before looking at the flag. Who saw it unset was
 *       counted before it was set, so each comparison has that user among its ins. Each out that a
 *       comparison has seen was preceded by its in, which the later reading of the ins has seen
 *       too. So the sums are equal only when nobody who saw the flag unset is still inside.
 *   <li><b>Not forgotten.</b> Whoever counts out last compares after that, when both sums are
 *       complete. One who came too late counts in and out and compares as well.
 * </ul>
 */
public final class UseCount {
  private final LongAdder ins = new LongAdder();
  private final LongAdder outs = new LongAdder();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Runnable whenUnused;

  /** In use by nobody. */
  public UseCount() {}

  /**
   * Begins a use, to be ended by {@link #leave}. A few nanoseconds.
   *
   * @return false when it has been retired; then take its successor, and do not leave
   */
  public boolean enter() {
    ins.increment();
    if (whenUnused == null) {
      return true;
    }
    leave();
    return false;
  }

  /** Ends a use. */
  public void leave() {
    outs.increment();
    Runnable end = whenUnused;
    if (end != null) {
      endIfUnused(end);
    }
  }

  /**
   * Lets nobody in any more.
   *
   * @param end runs once, when the last user has left: at once, or on the thread of that user, so
   *     it should only hand the work on
   */
  public void retire(Runnable end) {
    whenUnused = end;
    endIfUnused(end);
  }

  /** How many use it now; exact only once it is retired. */
  public long users() {
    long left = outs.sum();
    return ins.sum() - left;
  }

  private void endIfUnused(Runnable end) {
    if (users() == 0 && ended.compareAndSet(false, true)) {
      end.run();
    }
  }
}
