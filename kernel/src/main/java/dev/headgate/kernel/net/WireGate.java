package dev.headgate.kernel.net;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps probes apart from the owner's reads and writes. The count is the number of owner's calls
 * under way, or −1 while a probe is. A probe never waits: it gives up when the owner is inside. The
 * owner waits for a probe, which is one system call that does not block.
 */
final class WireGate {
  private static final int PROBING = -1;
  private static final int SPINS = 100;

  private final AtomicInteger inside = new AtomicInteger();

  @SuppressWarnings("ThreadPriorityCheck") // a probe is one call long: yielding is waiting enough
  void enter() {
    int spins = 0;
    while (true) {
      int now = inside.get();
      if (now != PROBING && inside.compareAndSet(now, now + 1)) {
        return;
      }
      if (++spins < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  void leave() {
    inside.getAndDecrement();
  }

  boolean tryProbe() {
    return inside.compareAndSet(0, PROBING);
  }

  void endProbe() {
    inside.set(0);
  }
}
