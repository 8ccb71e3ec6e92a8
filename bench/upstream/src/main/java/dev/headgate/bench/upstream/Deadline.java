package dev.headgate.bench.upstream;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waiting for a future that fails as an assertion of the test does. */
final class Deadline {

  private Deadline() {}

  static <T> T await(CompletableFuture<T> future, Duration timeout, Supplier<String> complaint) {
    try {
      return future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError(complaint.get() + " within " + timeout, late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting: " + complaint.get(), interrupted);
    } catch (ExecutionException failed) {
      throw new AssertionError(complaint.get(), failed);
    }
  }
}
