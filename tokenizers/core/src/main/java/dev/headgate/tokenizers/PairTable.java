package dev.headgate.tokenizers;

/**
 * Which two tokens merge into which. A slot is an id with some bits of the pair's hash above it;
 * where those agree, the pair that makes the id is compared.
 */
final class PairTable {
  /** No token. */
  static final int NONE = Integer.MAX_VALUE;

  private static final int ID_BITS = 18;
  private static final int ID = (1 << ID_BITS) - 1;
  private static final int SINGLE_BYTES = 256;

  private final long[] pairs;
  private final int[] slots;
  private final int shift;

  /**
   * A table of all pairs.
   *
   * @param pairs the pair that makes each id, the left one in the upper half
   */
  PairTable(long[] pairs) {
    if (pairs.length > ID) {
      throw new IllegalArgumentException("more tokens than " + ID);
    }
    int bits = 33 - Integer.numberOfLeadingZeros(pairs.length);
    this.pairs = pairs;
    this.slots = new int[1 << bits];
    this.shift = 64 - bits;
    for (int id = 0; id < pairs.length; id++) {
      if (pairs[id] != -1) {
        long hash = pairs[id] * Seeds.PAIR;
        int slot = (int) (hash >>> shift);
        while (slots[slot] != 0) {
          slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = tag(hash) << ID_BITS | id;
      }
    }
  }

  /**
   * What two tokens merge into.
   *
   * @return the id, which is its rank too; {@link #NONE} when they do not merge
   */
  int merged(int left, int right) {
    long pair = (long) left << 32 | right;
    long hash = pair * Seeds.PAIR;
    int tag = tag(hash);
    int slot = (int) (hash >>> shift);
    while (true) {
      int found = slots[slot];
      if (found == 0) {
        return NONE;
      }
      if (found >>> ID_BITS == tag && pairs[found & ID] == pair) {
        return found & ID;
      }
      slot = slot + 1 & slots.length - 1;
    }
  }

  /**
   * Whether two tokens can stand side by side, that is, whether merging the bytes of both together
   * gives just the two. The merges are undone from the last one back, on both sides of the border;
   * at each step the tokens at the border must not merge before the step that was undone. Of equal
   * merges the left one comes first.
   */
  boolean canBeNeighbours(int left, int right) {
    int leftEnd = left;
    int rightStart = right;
    int before = NONE;
    while (true) {
      if (merged(leftEnd, rightStart) < before) {
        return false;
      }
      if (leftEnd > rightStart) {
        if (leftEnd < SINGLE_BYTES) {
          return true;
        }
        before = leftEnd;
        leftEnd = (int) pairs[leftEnd];
      } else {
        if (rightStart < SINGLE_BYTES) {
          return true;
        }
        before = rightStart + 1;
        rightStart = (int) (pairs[rightStart] >>> 32);
      }
    }
  }

  private static int tag(long hash) {
    return (int) (hash >>> 28) & 0x3fff;
  }
}
