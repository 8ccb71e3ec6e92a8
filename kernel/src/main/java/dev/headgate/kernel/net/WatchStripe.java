package dev.headgate.kernel.net;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A part of what a watch looks at: slots and the numbers of those that are free. */
final class WatchStripe {
  private static final int START = 64;

  private volatile AtomicReferenceArray<Watched> slots = new AtomicReferenceArray<>(START);
  private int[] free = new int[START];
  private int freeCount;

  WatchStripe() {
    offer(0, START);
  }

  private void offer(int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      free[freeCount++] = i;
    }
  }

  synchronized void add(Watched watched) {
    if (watched.slot >= 0) {
      throw new IllegalStateException("already watched");
    }
    if (freeCount == 0) {
      grow();
    }
    watched.slot = free[--freeCount];
    slots.set(watched.slot, watched);
  }

  private void grow() {
    AtomicReferenceArray<Watched> old = slots;
    int size = old.length();
    AtomicReferenceArray<Watched> larger = new AtomicReferenceArray<>(size * 2);
    for (int i = 0; i < size; i++) {
      larger.set(i, old.get(i));
    }
    free = Arrays.copyOf(free, size * 2);
    offer(size, size * 2);
    slots = larger;
  }

  synchronized void remove(Watched watched) {
    if (watched.slot < 0) {
      return;
    }
    slots.set(watched.slot, null);
    free[freeCount++] = watched.slot;
    watched.slot = -1;
  }

  synchronized int size() {
    return slots.length() - freeCount;
  }

  void look(long now) {
    AtomicReferenceArray<Watched> seen = slots;
    for (int i = 0; i < seen.length(); i++) {
      Watched watched = seen.get(i);
      if (watched != null) {
        DeadlineWatch.lookAt(watched, now);
      }
    }
  }
}
