package dev.headgate.tokenizers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Scans in blocks where the text is ASCII, and a piece at a time where it is not.
 *
 * <p>How the planes of a block are made is what differs between this class, which needs nothing but
 * Java, and the one that uses vectors.
 */
final class BlockScanner implements PieceScanner {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long BEYOND_ASCII = 0x8080808080808080L;
  private static final int BLOCK = 64;

  private final PieceRule rule;
  private final boolean caseSplitsWords;

  BlockScanner(PieceRule rule, boolean caseSplitsWords) {
    this.rule = rule;
    this.caseSplitsWords = caseSplitsWords;
  }

  @Override
  public int scan(byte[] text, int from, int to, int[] ends) {
    int most = ends.length - ROOM;
    int lastBlock = text.length - BLOCK;
    int at = from;
    int noBlockBefore = from;
    int count = 0;
    while (at < to && count <= most) {
      if (at >= noBlockBefore
          && at <= lastBlock
          && ((long) LONG.get(text, at) & BEYOND_ASCII) == 0) {
        long bits = ends(text, at, to - at);
        if (bits != 0) {
          count = Ends.write(bits, at, ends, count);
          at += BLOCK - 1 - Long.numberOfLeadingZeros(bits);
          continue;
        }
        noBlockBefore = at + BLOCK / 2;
      }
      at = rule.end(text, at, to);
      ends[count++] = at;
    }
    return count;
  }

  private long ends(byte[] text, int at, int left) {
    long first = PlaneTable.sixteen(text, at);
    long second = PlaneTable.sixteen(text, at + 16);
    long third = PlaneTable.sixteen(text, at + 32);
    long fourth = PlaneTable.sixteen(text, at + 48);
    long p0 = PlaneTable.plane(0, first, second, third, fourth);
    long p1 = PlaneTable.plane(1, first, second, third, fourth);
    long p2 = PlaneTable.plane(2, first, second, third, fourth);
    long p3 = PlaneTable.plane(3, first, second, third, fourth);
    long inside = left >= BLOCK ? -1L : (1L << left) - 1;
    return caseSplitsWords
        ? BlockAlgebra.o200k(text, at, p0, p1, p2, p3, inside)
        : BlockAlgebra.cl100k(text, at, p0, p1, p2, p3, inside);
  }
}
