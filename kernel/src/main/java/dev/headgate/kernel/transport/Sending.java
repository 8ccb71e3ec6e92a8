package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One call on its way: its deadlines, the way to end it, and what its failures mean. */
final class Sending {
  final Call call;
  final PhaseClock clock;
  final Cancellation cancellation = new Cancellation();
  private final @Nullable CallClock ownClock;
  private final String origin;

  Sending(Call call, DeadlineWatch watch, String origin) {
    this.call = call;
    this.origin = origin;
    if (call instanceof PhaseClock kept) {
      clock = kept;
      ownClock = null;
    } else {
      ownClock = new CallClock(watch, call.timeouts(), cancellation);
      clock = ownClock;
    }
    call.onCancel(cancellation);
  }

  /** Ends the deadlines. */
  void end() {
    clock.phase(PhaseClock.Phase.NONE);
    if (ownClock != null) {
      ownClock.end();
    }
  }

  boolean cancelled() {
    return cancellation.cancelled() || call.cancelled();
  }

  /** Makes the exception for a failure, unless the call was ended on purpose. */
  UpstreamException failure(Kind kind, String what, @Nullable IOException cause) {
    if (cancelled()) {
      return ended();
    }
    if (cause instanceof UpstreamException known) {
      return known;
    }
    String reason = cause == null ? null : cause.getMessage();
    String message = origin + ": " + what + (reason == null ? "" : " (" + reason + ")");
    return cause == null
        ? new UpstreamException(kind, message)
        : new UpstreamException(kind, message, cause);
  }

  /** What ended the call: a deadline, or the client. */
  UpstreamException ended() {
    PhaseClock.Phase overdue = clock.overdue();
    if (overdue == null) {
      return new UpstreamException(Kind.CANCELLED, origin + ": the call was cancelled");
    }
    String what =
        switch (overdue) {
          case CONNECT -> "no connection within the connect timeout";
          case FIRST_BYTE -> "no answer within the first-byte timeout";
          case IDLE -> "no more of the answer within the idle timeout";
          case NONE, TOTAL -> "the answer was not complete within the total timeout";
        };
    return new UpstreamException(Kind.TIMEOUT, origin + ": " + what);
  }
}
