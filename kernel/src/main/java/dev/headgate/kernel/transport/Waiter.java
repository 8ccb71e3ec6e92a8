package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.Watched;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A call that waits for one of its upstream's connections. Its state is guarded by the pool. */
final class Waiter extends Watched implements Stoppable {

  enum State {
    WAITING,
    GRANTED,
    EXPIRED,
    STOPPED
  }

  private final ConnectionPool pool;
  private final Thread thread = Thread.currentThread();
  private volatile State state = State.WAITING;
  private @Nullable Connection granted;

  Waiter(ConnectionPool pool, long deadline) {
    this.pool = pool;
    arm(0, deadline);
  }

  /** Hands over a connection, or with null the right to make one. */
  void grant(@Nullable Connection connection) {
    granted = connection;
    leave(State.GRANTED);
  }

  void leave(State newState) {
    state = newState;
    LockSupport.unpark(thread);
  }

  State await() {
    while (state == State.WAITING) {
      LockSupport.park(this);
    }
    return state;
  }

  /** After it was granted: a connection, or null for the right to make one. */
  @Nullable Connection granted() {
    return granted;
  }

  @Override
  protected void expired(int overduePhase) {
    pool.leave(this, State.EXPIRED);
  }

  @Override
  public void stop() {
    pool.leave(this, State.STOPPED);
  }
}
