package dev.headgate.bench.load.net;

import java.util.concurrent.locks.LockSupport;

/** Rings once at the earliest of the times it was told, on a thread of its own. */
final class Alarm implements AutoCloseable {

  private static final long NEVER = Long.MAX_VALUE;

  private final Runnable ring;
  private final Thread thread;
  private volatile long atNanos = NEVER;
  private volatile boolean closed;

  Alarm(String name, Runnable ring) {
    this.ring = ring;
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Rings at that time, where it is not set to an earlier one; for one thread only. */
  void wakeAt(long nanos) {
    long set = atNanos;
    if (set == NEVER || nanos - set < 0) {
      atNanos = nanos;
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closed) {
      long at = atNanos;
      if (at == NEVER) {
        LockSupport.park(this);
        continue;
      }
      long wait = at - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
      } else {
        atNanos = NEVER;
        ring.run();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
