package dev.headgate.plugins.authkeys.lookup;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Fingerprints for which the store had no key, so that a client that repeats a wrong key uses up
 * one look-up and not one a request. A newer one takes the place of an older one; what is forgotten
 * costs a look-up and nothing else.
 */
final class LatelyUnknown {
  private static final int SLOTS = 4096;

  private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

  private static int slot(long fingerprint) {
    return (int) fingerprint & (SLOTS - 1);
  }

  boolean contains(long fingerprint) {
    return slots.get(slot(fingerprint)) == fingerprint;
  }

  void add(long fingerprint) {
    slots.set(slot(fingerprint), fingerprint);
  }

  /** Forgets it: a key with this fingerprint was made. */
  void remove(long fingerprint) {
    slots.compareAndSet(slot(fingerprint), fingerprint, 0);
  }
}
