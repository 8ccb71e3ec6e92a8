package dev.headgate.tokenizers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The tokens: their bytes by id, and the longest one at a place in a text.
 *
 * <p>To find that, the lengths worth a look-up are taken from small tables by the first two and the
 * first four bytes; two texts may share a place in the latter, which costs a look-up and no more.
 */
final class Vocabulary {
  /** How many bytes behind a text must be there to be read, whatever they are. */
  static final int PADDING = 16;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int FOUR_BITS = 17;
  private static final int NO_PAIR = 0x3ffff;
  private static final int HAS_THREE = 1 << 18;
  private static final int HAS_LONGER_THAN_AN_ENTRY = 1;

  private final int[] offsets;
  private final byte[] bytes;
  private final int[] singles = new int[256];
  private final int[] twos = new int[1 << 16];
  private final short[] fours = new short[1 << FOUR_BITS];
  private final LongTokens longTokens;
  private final PieceTable table;

  Vocabulary(int[] offsets, byte[] bytes) {
    this.offsets = offsets;
    this.bytes = bytes;
    this.longTokens =
        new LongTokens(
            this,
            IntStream.range(0, size()).filter(id -> length(id) > PieceTable.LONGEST).toArray());
    Arrays.fill(twos, NO_PAIR);
    Arrays.fill(singles, -1);
    for (int id = 0; id < size(); id++) {
      note(id);
    }
    this.table = freshTable();
  }

  private void note(int id) {
    int length = length(id);
    int at = start(id);
    if (length == 1) {
      singles[bytes[at] & 0xff] = id;
    } else if (length == 2) {
      int two = two(bytes, at);
      twos[two] = (twos[two] & ~NO_PAIR) | id;
    } else if (length == 3) {
      twos[two(bytes, at)] |= HAS_THREE;
    } else if (length > 3) {
      fours[four(bytes, at)] |=
          (short) (length > PieceTable.LONGEST ? HAS_LONGER_THAN_AN_ENTRY : 1 << length);
    }
  }

  /** A table of all tokens that fit one, and nothing else. */
  PieceTable freshTable() {
    PieceTable fresh = new PieceTable(size());
    byte[] padded = Arrays.copyOf(bytes, bytes.length + PADDING);
    for (int id = 0; id < size(); id++) {
      int length = length(id);
      if (length > 0 && length <= PieceTable.LONGEST) {
        int at = start(id);
        fresh.seed(PieceTable.low(padded, at, length), PieceTable.high(padded, at, length), id);
      }
    }
    return fresh;
  }

  /** The table that was made at first; others may learn in it. */
  PieceTable table() {
    return table;
  }

  int size() {
    return offsets.length - 1;
  }

  byte[] bytes() {
    return bytes;
  }

  int start(int id) {
    return offsets[id];
  }

  int end(int id) {
    return offsets[id + 1];
  }

  int length(int id) {
    return offsets[id + 1] - offsets[id];
  }

  /** Ids of more bytes than an entry of the piece table. */
  int[] longIds() {
    return IntStream.range(0, size()).filter(id -> length(id) > PieceTable.LONGEST).toArray();
  }

  /**
   * The longest token that a text starts with.
   *
   * @param text with {@link #PADDING} behind {@code at}
   * @param most how long it may be, at least 1
   * @return its id; there is one for each single byte
   */
  int longest(byte[] text, int at, int most) {
    if (most > 3) {
      int lengths = fours[four(text, at)];
      if (most > PieceTable.LONGEST && (lengths & HAS_LONGER_THAN_AN_ENTRY) != 0) {
        int id = longTokens.longest(text, at, most);
        if (id >= 0) {
          return id;
        }
      }
      lengths &= (2 << Math.min(most, PieceTable.LONGEST)) - 2;
      while (lengths != 0) {
        int length = 31 - Integer.numberOfLeadingZeros(lengths);
        int id = table.id(PieceTable.low(text, at, length), PieceTable.high(text, at, length));
        if (id >= 0) {
          return id;
        }
        lengths ^= 1 << length;
      }
    }
    if (most > 1) {
      int two = twos[two(text, at)];
      if (most > 2 && (two & HAS_THREE) != 0) {
        int id = table.id(PieceTable.low(text, at, 3), PieceTable.high(text, at, 3));
        if (id >= 0) {
          return id;
        }
      }
      if ((two & NO_PAIR) != NO_PAIR) {
        return two & NO_PAIR;
      }
    }
    return singles[text[at] & 0xff];
  }

  /** The id of a whole piece; -1 when it is not one token. */
  int idOf(byte[] text, int at, int length) {
    if (length <= PieceTable.LONGEST) {
      return table.id(PieceTable.low(text, at, length), PieceTable.high(text, at, length));
    }
    int id = longTokens.longest(text, at, length);
    return id >= 0 && length(id) == length ? id : -1;
  }

  private static int two(byte[] text, int at) {
    return (text[at] & 0xff) | (text[at + 1] & 0xff) << 8;
  }

  private static int four(byte[] text, int at) {
    return ((int) INT.get(text, at) * 0x9e3779b1) >>> (32 - FOUR_BITS);
  }
}
