package dev.headgate.kernel.plugin;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for what other threads bring about. */
final class Await {

  private Await() {}

  static void until(Supplier<Boolean> condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.get()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the condition did not come true");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
