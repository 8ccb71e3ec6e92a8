package dev.headgate.kernel.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Something under way that a {@link DeadlineWatch} looks at. Its owner moves the deadline as often
 * as it likes: that is a write of two fields. The watch claims an overdue deadline before it calls
 * {@link #expired}, so each is reported once; it may be reported while the owner is just moving it,
 * or once more after the owner has unregistered, so both methods must bear that.
 */
public abstract class Watched {
  /** No deadline. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final VarHandle DEADLINE = deadlineHandle();

  private int phase;

  private volatile long deadline = NEVER;

  /** Where the watch keeps it; guarded by the stripe. */
  int stripe;

  int slot = -1;

  /**
   * Sets the deadline.
   *
   * @param newPhase handed to {@link #expired}
   * @param nanos by the clock of the watch; {@link #NEVER} for none
   */
  protected final void arm(int newPhase, long nanos) {
    phase = newPhase;
    deadline = nanos;
  }

  /** Takes the deadline away. */
  protected final void disarm() {
    deadline = NEVER;
  }

  /** Called once by the watch's thread when the deadline has passed. Must not block. */
  protected abstract void expired(int overduePhase);

  /**
   * Called at every tick of the watch, on its thread. Must not block.
   *
   * @param now nanoseconds by the clock of the watch
   */
  protected void tick(long now) {}

  final void look(long now) {
    long due = deadline;
    if (due != NEVER && now - due >= 0 && DEADLINE.compareAndSet(this, due, NEVER)) {
      expired(phase);
    }
    tick(now);
  }

  private static VarHandle deadlineHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(Watched.class, "deadline", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
