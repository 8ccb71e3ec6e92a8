package dev.headgate.plugins.ledgermemory;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The locks of the counters. A request takes those of all its counters, in their order, so that no
 * two requests wait for each other, and holds them for the few dozen nanoseconds of its arithmetic.
 */
final class Stripes {
  static final int COUNT = 64;

  private final ReentrantLock[] locks = new ReentrantLock[COUNT];

  Stripes() {
    for (int i = 0; i < COUNT; i++) {
      locks[i] = new ReentrantLock();
    }
  }

  static int of(String id) {
    int h = id.hashCode();
    return (h ^ (h >>> 16)) & (COUNT - 1);
  }

  static long set(Counter[] counters) {
    long set = 0;
    for (Counter counter : counters) {
      set |= 1L << counter.stripe;
    }
    return set;
  }

  void lock(long set) {
    for (long left = set; left != 0; left &= left - 1) {
      locks[Long.numberOfTrailingZeros(left)].lock();
    }
  }

  void unlock(long set) {
    for (long left = set; left != 0; left &= left - 1) {
      locks[Long.numberOfTrailingZeros(left)].unlock();
    }
  }
}
