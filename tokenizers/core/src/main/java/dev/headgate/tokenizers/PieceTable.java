package dev.headgate.tokenizers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * How many tokens a piece of up to 15 bytes has: the vocabulary, and what was learnt since.
 *
 * <p>An entry is two longs: the bytes of the piece, zero beyond its end, and in the top byte its
 * length (lower half) and its count (upper half). Open addressing; an entry is written once and
 * never changed, its upper long last, so that readers need no lock: whoever sees the upper long
 * sees the lower one. Writers take turns.
 */
final class PieceTable {
  /** The longest piece that fits an entry. */
  static final int LONGEST = 15;

  private static final VarHandle BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle ENTRIES = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long[] LOW_MASK = new long[LONGEST + 1];
  private static final long[] HIGH_MASK = new long[LONGEST + 1];
  private static final double FULL = 0.6;

  private final long[] entries;
  private final int[] ids;
  private final int shift;
  private final int most;
  private int used;

  static {
    for (int length = 1; length <= LONGEST; length++) {
      LOW_MASK[length] = length >= 8 ? -1L : (1L << (8 * length)) - 1;
      HIGH_MASK[length] = length <= 8 ? 0 : (1L << (8 * (length - 8))) - 1;
    }
  }

  /**
   * An empty table.
   *
   * @param tokens how many entries it will have at first
   */
  PieceTable(int tokens) {
    int bits = 33 - Integer.numberOfLeadingZeros(tokens);
    this.entries = new long[2 << bits];
    this.ids = new int[1 << bits];
    this.shift = 64 - bits;
    this.most = (int) ((1 << bits) * FULL);
  }

  /** The first eight bytes of a piece as they stand in its entry. */
  static long low(byte[] text, int at, int length) {
    return (long) BYTES.get(text, at) & LOW_MASK[length];
  }

  /** The other bytes of a piece, and its length. */
  static long high(byte[] text, int at, int length) {
    return ((long) BYTES.get(text, at + 8) & HIGH_MASK[length]) | (long) length << 56;
  }

  /**
   * The count of a piece.
   *
   * @return tokens; 0 when the table does not have it
   */
  int count(long low, long high) {
    long[] table = entries;
    int slot = slot(low, high);
    while (true) {
      long upper = (long) ENTRIES.getAcquire(table, slot + 1);
      if ((upper ^ high) << 4 == 0 && table[slot] == low) {
        return (int) (upper >>> 60);
      }
      if (upper == 0) {
        return 0;
      }
      slot = slot + 2 & table.length - 1;
    }
  }

  /**
   * The id of a token.
   *
   * @return the id; -1 when the piece is not a token
   */
  int id(long low, long high) {
    long[] table = entries;
    int slot = slot(low, high);
    while (true) {
      long upper = (long) ENTRIES.getAcquire(table, slot + 1);
      if ((upper ^ high) << 4 == 0 && table[slot] == low) {
        return upper >>> 60 == 1 ? ids[slot >> 1] : -1;
      }
      if (upper == 0) {
        return -1;
      }
      slot = slot + 2 & table.length - 1;
    }
  }

  /** Adds a token while the table is being made. */
  void seed(long low, long high, int id) {
    int slot = free(low, high);
    entries[slot] = low;
    entries[slot + 1] = high | 1L << 60;
    ids[slot >> 1] = id;
    used++;
  }

  /**
   * Adds a piece; one thread at a time.
   *
   * @param count its tokens, 2 to 15
   * @return whether there was room
   */
  boolean learn(long low, long high, int count) {
    if (used >= most) {
      return false;
    }
    if (count(low, high) == 0) {
      int slot = free(low, high);
      entries[slot] = low;
      ENTRIES.setRelease(entries, slot + 1, high | (long) count << 60);
      used++;
    }
    return true;
  }

  private int free(long low, long high) {
    int slot = slot(low, high);
    while (entries[slot + 1] != 0) {
      slot = slot + 2 & entries.length - 1;
    }
    return slot;
  }

  private int slot(long low, long high) {
    return (int) (hash(low, high) >>> shift) << 1;
  }

  static long hash(long low, long high) {
    return low * Seeds.LOW + high * Seeds.HIGH;
  }
}
