package dev.headgate.tokenizers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * How many tokens a piece of 16 bytes or more has: long tokens, and what was learnt since.
 *
 * <p>A slot is some bits of the hash and a place in the arena, where length, count and bytes of the
 * piece lie; bytes are always compared. As in {@link PieceTable}, what a slot points to is written
 * before the slot and never changed, and writers take turns.
 */
final class LongPieces {
  /** Longer pieces are not worth remembering. */
  static final int LONGEST = 512;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int HEADER = 4;
  private static final int PLACE_BITS = 24;
  private static final long PLACE = (1L << PLACE_BITS) - 1;
  private static final double FULL = 0.6;

  private final long[] slots;
  private final byte[] arena;
  private final int shift;
  private final int most;
  private int used;
  // Place 0 would look like an empty slot where the bits of the hash are zero.
  private int end = HEADER;

  /**
   * An empty table.
   *
   * @param bits the logarithm of the number of slots
   * @param bytes the size of the arena, below 16 MB
   */
  LongPieces(int bits, int bytes) {
    this.slots = new long[1 << bits];
    this.arena = new byte[bytes];
    this.shift = 64 - bits;
    this.most = (int) (slots.length * FULL);
  }

  /**
   * The hash of a piece.
   *
   * @param length at least 8
   */
  static long hash(byte[] text, int at, int length) {
    long hash = length;
    int last = at + length - 8;
    for (int i = at; i < last; i += 8) {
      hash = mix(hash ^ (long) LONG.get(text, i));
    }
    return mix(hash ^ (long) LONG.get(text, last));
  }

  private static long mix(long value) {
    long high = Math.multiplyHigh(value, Seeds.LOW);
    return value * Seeds.LOW ^ high ^ Seeds.HIGH;
  }

  /**
   * The count of a piece.
   *
   * @return tokens; 0 when the table does not have it
   */
  int count(byte[] text, int at, int length, long hash) {
    int slot = (int) (hash >>> shift);
    while (true) {
      long found = (long) SLOTS.getAcquire(slots, slot);
      if (found == 0) {
        return 0;
      }
      if (((found ^ hash << PLACE_BITS) & ~PLACE) == 0) {
        int place = (int) (found & PLACE);
        if ((short) SHORT.get(arena, place) == length
            && Arrays.equals(
                arena, place + HEADER, place + HEADER + length, text, at, at + length)) {
          return (short) SHORT.get(arena, place + 2);
        }
      }
      slot = slot + 1 & slots.length - 1;
    }
  }

  /**
   * Adds a piece; one thread at a time.
   *
   * @return whether there was room
   */
  boolean learn(byte[] text, int at, int length, long hash, int count) {
    if (used >= most || arena.length - end < HEADER + length) {
      return false;
    }
    if (count(text, at, length, hash) == 0) {
      SHORT.set(arena, end, (short) length);
      SHORT.set(arena, end + 2, (short) count);
      System.arraycopy(text, at, arena, end + HEADER, length);
      int slot = (int) (hash >>> shift);
      while (slots[slot] != 0) {
        slot = slot + 1 & slots.length - 1;
      }
      SLOTS.setRelease(slots, slot, hash << PLACE_BITS | end);
      end += HEADER + length;
      used++;
    }
    return true;
  }
}
