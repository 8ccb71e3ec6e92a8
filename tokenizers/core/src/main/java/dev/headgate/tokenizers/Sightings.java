package dev.headgate.tokenizers;

import java.util.Arrays;

/**
 * Remembers roughly which pieces were met before, so that only what comes again is learnt and the
 * tables do not fill with hex dumps. Threads may overwrite each other's bits: then a piece is
 * learnt one sighting later.
 */
final class Sightings {
  private static final int BITS = 20;
  private static final int MOST = 1 << (BITS - 2);

  private final long[] bits = new long[1 << (BITS - 6)];
  private int count;

  /** Whether a piece was met before; it is from now on. */
  boolean again(long hash) {
    int bit = (int) (hash >>> (64 - BITS));
    long mask = 1L << bit;
    if ((bits[bit >> 6] & mask) != 0) {
      return true;
    }
    bits[bit >> 6] |= mask;
    if (++count > MOST) {
      count = 0;
      Arrays.fill(bits, 0);
    }
    return false;
  }
}
