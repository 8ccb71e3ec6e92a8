package dev.headgate.tokenizers.bpevector;

import dev.headgate.tokenizers.BlockAlgebra;
import dev.headgate.tokenizers.Ends;
import dev.headgate.tokenizers.PieceRule;
import dev.headgate.tokenizers.PieceScanner;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Scans in blocks whose planes come from comparing 64 bytes at once, or twice 32.
 *
 * <p>The only class that names the vector module, so that the rest works without it.
 */
final class VectorScanner implements PieceScanner {
  private static final VectorSpecies<Byte> WIDE = ByteVector.SPECIES_512;
  private static final int BLOCK = 64;

  private final PieceRule rule;
  private final boolean caseSplitsWords;

  VectorScanner(PieceRule rule, boolean caseSplitsWords) {
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
      if (at >= noBlockBefore && at <= lastBlock && text[at] >= 0 && text[at + 1] >= 0) {
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
    ByteVector bytes = ByteVector.fromArray(WIDE, text, at);
    long beyond = bytes.compare(VectorOperators.LT, (byte) 0).toLong();
    long letter =
        bytes
            .lanewise(VectorOperators.OR, (byte) 0x20)
            .sub((byte) 'a')
            .compare(VectorOperators.ULT, (byte) 26)
            .toLong();
    long small =
        bytes
            .lanewise(VectorOperators.AND, (byte) 0x20)
            .compare(VectorOperators.NE, (byte) 0)
            .toLong();
    long digit = bytes.sub((byte) '0').compare(VectorOperators.ULT, (byte) 10).toLong();
    long control = bytes.sub((byte) '\t').compare(VectorOperators.ULT, (byte) 5).toLong();
    long space = bytes.compare(VectorOperators.EQ, (byte) ' ').toLong();
    long breaks =
        bytes.compare(VectorOperators.EQ, (byte) '\n').toLong()
            | bytes.compare(VectorOperators.EQ, (byte) '\r').toLong();
    long apostrophe = bytes.compare(VectorOperators.EQ, (byte) '\'').toLong();
    long slash = bytes.compare(VectorOperators.EQ, (byte) '/').toLong();

    long p0 = (letter & ~small) | breaks | apostrophe;
    long p1 = digit | (control & ~breaks) | slash;
    long p2 = control | space | beyond;
    long p3 = letter | digit | beyond;
    long inside = left >= BLOCK ? -1L : (1L << left) - 1;
    return caseSplitsWords
        ? BlockAlgebra.o200k(text, at, p0, p1, p2, p3, inside)
        : BlockAlgebra.cl100k(text, at, p0, p1, p2, p3, inside);
  }
}
