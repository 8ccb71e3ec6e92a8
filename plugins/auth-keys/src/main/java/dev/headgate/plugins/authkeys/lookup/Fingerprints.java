package dev.headgate.plugins.authkeys.lookup;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The fingerprints of all stored keys: 64 bits of each, eight bytes a key, so that a key that
 * nobody has made is told without asking the store.
 *
 * <p>The upper bits choose one of 4,096 buckets, each a sorted array that is never changed but
 * replaced; so readers need no lock, and a million keys are buckets of 250, where adding one copies
 * 2 KB. Hashes are spread evenly, so no bucket grows out of proportion. A fingerprint that is here
 * although its key has gone costs one look-up and is then taken out; one that is missing although
 * its key is there would refuse a client, so keys are added before their making is answered, and
 * look-ups beyond {@link Allowance} wait only for those that other instances have just made.
 */
final class Fingerprints {
  private static final int BITS = 12;
  private static final long[] NONE = {};

  private final AtomicReferenceArray<long[]> buckets = new AtomicReferenceArray<>(1 << BITS);
  private final Object[] locks = new Object[64];
  private final LongAdder size = new LongAdder();

  Fingerprints() {
    for (int i = 0; i < buckets.length(); i++) {
      buckets.setPlain(i, NONE);
    }
    Arrays.setAll(locks, i -> new Object());
  }

  private static int bucket(long fingerprint) {
    return (int) (fingerprint >>> (Long.SIZE - BITS));
  }

  boolean contains(long fingerprint) {
    return Arrays.binarySearch(buckets.get(bucket(fingerprint)), fingerprint) >= 0;
  }

  void add(long fingerprint) {
    addSorted(new long[] {fingerprint}, 0, 1);
  }

  /** Adds many; the array is sorted on the way. */
  void addAll(long[] fingerprints) {
    Arrays.sort(fingerprints);
    int from = 0;
    while (from < fingerprints.length) {
      int to = from + 1;
      while (to < fingerprints.length && bucket(fingerprints[to]) == bucket(fingerprints[from])) {
        to++;
      }
      addSorted(fingerprints, from, to);
      from = to;
    }
  }

  /** Merges a sorted run, all of one bucket, into it. */
  private void addSorted(long[] run, int from, int to) {
    int index = bucket(run[from]);
    synchronized (locks[index % locks.length]) {
      long[] old = buckets.get(index);
      long[] merged = new long[old.length + to - from];
      int count = 0;
      int i = 0;
      int j = from;
      while (i < old.length || j < to) {
        long next = j == to || (i < old.length && old[i] <= run[j]) ? old[i++] : run[j++];
        if (count == 0 || merged[count - 1] != next) {
          merged[count++] = next;
        }
      }
      if (count > old.length) {
        buckets.set(index, count == merged.length ? merged : Arrays.copyOf(merged, count));
        size.add(count - old.length);
      }
    }
  }

  void remove(long fingerprint) {
    int index = bucket(fingerprint);
    synchronized (locks[index % locks.length]) {
      long[] old = buckets.get(index);
      int at = Arrays.binarySearch(old, fingerprint);
      if (at < 0) {
        return;
      }
      long[] fewer = new long[old.length - 1];
      System.arraycopy(old, 0, fewer, 0, at);
      System.arraycopy(old, at + 1, fewer, at, fewer.length - at);
      buckets.set(index, fewer);
      size.decrement();
    }
  }

  long size() {
    return size.sum();
  }
}
