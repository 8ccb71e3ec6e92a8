package dev.headgate.kernel.tokens;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * A count on the pool.
 *
 * @param count what will be counted
 * @param stop ends it early
 */
record Waiting(Future<Long> count, Runnable stop) {

  /** Waits, whatever comes: the count reads a buffer that others use next. */
  long result() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return count.get();
        } catch (InterruptedException e) {
          interrupted = true;
          stop.run();
        } catch (ExecutionException e) {
          throw new IllegalStateException("a count failed", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
