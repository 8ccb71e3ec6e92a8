package dev.headgate.providers.mock;

import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.UpstreamException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits that end at once when the call is cancelled. */
final class Pause {
  private final CountDownLatch cancelled = new CountDownLatch(1);

  /** For one call. */
  static Pause of(Call call) {
    Pause pause = new Pause();
    call.onCancel(pause.cancelled::countDown);
    return pause;
  }

  /**
   * Waits.
   *
   * @throws UpstreamException if the call was cancelled before or while waiting
   */
  void await(Duration time) throws UpstreamException {
    if (ends(time.toNanos())) {
      throw new UpstreamException(UpstreamException.Kind.CANCELLED, "the call was cancelled");
    }
  }

  private boolean ends(long nanos) {
    try {
      return cancelled.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
