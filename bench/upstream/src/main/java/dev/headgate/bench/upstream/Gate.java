package dev.headgate.bench.upstream;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A place where a {@link Script} waits until the test lets it go on. A gate opens once and stays
 * open; every script that reaches it afterwards passes at once. Safe for all threads.
 */
public final class Gate {

  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch reached = new CountDownLatch(1);

  private Gate() {}

  /** A gate that is closed. */
  public static Gate closed() {
    return new Gate();
  }

  /** Lets every script that waits here go on, now and later. */
  public void open() {
    opened.countDown();
  }

  /** Whether the gate has been opened. */
  public boolean isOpen() {
    return opened.getCount() == 0;
  }

  /**
   * Waits until a script has come to this gate: everything before it in the script was written.
   *
   * @throws AssertionError when none has come within {@code timeout}
   */
  public void awaitReached(Duration timeout) {
    boolean inTime;
    try {
      inTime = reached.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a script to reach a gate");
    }
    if (!inTime) {
      throw new AssertionError("no script reached the gate within " + timeout);
    }
  }

  void pass() throws InterruptedException {
    reached.countDown();
    opened.await();
  }
}
