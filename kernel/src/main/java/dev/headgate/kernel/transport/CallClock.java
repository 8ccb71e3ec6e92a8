package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.kernel.net.Watched;
import dev.headgate.spi.provider.Timeouts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The deadlines of a call that does not keep them itself. */
final class CallClock extends Watched implements PhaseClock {
  private final DeadlineWatch watch;
  private final Timeouts timeouts;
  private final Runnable action;
  private final long total;
  private volatile Phase current = Phase.NONE;
  private volatile @Nullable Phase overdue;

  CallClock(DeadlineWatch watch, Timeouts timeouts, Runnable action) {
    this.watch = watch;
    this.timeouts = timeouts;
    this.action = action;
    total = watch.after(timeouts.total());
    phase(Phase.NONE);
    watch.register(this);
  }

  @Override
  public void phase(Phase phase) {
    long due =
        watch.after(
            switch (phase) {
              case CONNECT -> timeouts.connect();
              case FIRST_BYTE -> timeouts.firstByte();
              case IDLE -> timeouts.idle();
              case NONE, TOTAL -> Duration.ZERO;
            });
    if (due == NEVER || (total != NEVER && total - due < 0)) {
      current = Phase.TOTAL;
      arm(0, total);
    } else {
      current = phase;
      arm(0, due);
    }
  }

  @Override
  public @Nullable Phase overdue() {
    return overdue;
  }

  @Override
  protected void expired(int overduePhase) {
    overdue = current;
    action.run();
  }

  void end() {
    watch.unregister(this);
  }
}
