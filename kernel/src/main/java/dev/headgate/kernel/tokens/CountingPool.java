package dev.headgate.kernel.tokens;

import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts long texts on a few platform threads. On a request's own thread such a count would keep a
 * core from all others for a millisecond and more; here the system shares the cores out between
 * counts and requests, and one core is never counted on where there are several.
 */
final class CountingPool implements AutoCloseable {
  private final ThreadPoolExecutor threads;

  /**
   * @param processors of the machine
   * @param queue how many counts may wait
   */
  CountingPool(int processors, int queue) {
    int size = Math.max(1, processors - 1);
    threads =
        new ThreadPoolExecutor(
            size,
            size,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(queue),
            Thread.ofPlatform().daemon().name("count-", 0).factory());
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Starts a count.
   *
   * @throws DenialException 503 when too many wait already
   */
  Future<Long> start(LongSupplier count) {
    try {
      return threads.submit(count::getAsLong);
    } catch (RejectedExecutionException e) {
      throw new DenialException(
          Denial.of(
                  503,
                  "overloaded_error",
                  "As many prompts wait to be counted as headgate.admission.counting-queue allows.")
              .retryAfter(Duration.ofSeconds(1)));
    }
  }

  /** Counts that wait or run. */
  int pending() {
    return threads.getQueue().size() + threads.getActiveCount();
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
