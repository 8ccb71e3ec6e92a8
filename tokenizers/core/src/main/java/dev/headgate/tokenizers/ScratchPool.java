package dev.headgate.tokenizers;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Scratch space for whoever counts now: threads are many and virtual, so they own none. When all
 * places are empty, one more is made.
 */
final class ScratchPool {
  private static final int PLACES =
      Integer.highestOneBit(Math.max(2, 2 * Runtime.getRuntime().availableProcessors()));

  private final AtomicReferenceArray<Scratch> places = new AtomicReferenceArray<>(PLACES);

  Scratch take() {
    int first = start();
    for (int i = 0; i < PLACES; i++) {
      Scratch scratch = places.getAndSet(first + i & PLACES - 1, null);
      if (scratch != null) {
        return scratch;
      }
    }
    return new Scratch();
  }

  void give(Scratch scratch) {
    scratch.shrink();
    int first = start();
    for (int i = 0; i < PLACES; i++) {
      if (places.compareAndSet(first + i & PLACES - 1, null, scratch)) {
        return;
      }
    }
  }

  private static int start() {
    long id = Thread.currentThread().threadId() * 0x9e3779b97f4a7c15L;
    return (int) (id >>> 32);
  }
}
