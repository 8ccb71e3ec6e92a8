package dev.headgate.tokenizers;

import java.util.Arrays;

/**
 * The tokens of a piece that is in no table.
 *
 * <p>Merging pair after pair by rank is what defines the tokens, and it is slow on long pieces. But
 * a row of tokens is what merging gives exactly when each two neighbours can stand side by side,
 * and each start of the piece has only one such row. So the longest token that fits is put behind
 * the one before; where none fits, the place is a dead end and the last token gives way to a
 * shorter one. A place is tried once, so the time grows with the length of the piece and no faster.
 */
final class PieceMerger {
  private final Vocabulary vocabulary;
  private final PairTable pairs;

  PieceMerger(Vocabulary vocabulary, PairTable pairs) {
    this.vocabulary = vocabulary;
    this.pairs = pairs;
  }

  /**
   * Merges.
   *
   * @param scratch holds the piece in its {@code piece}, and takes the tokens in its {@code tokens}
   * @param length the length of the piece
   * @return how many tokens there are
   */
  int merge(Scratch scratch, int length) {
    byte[] piece = scratch.piece;
    int[] tokens = scratch.tokens;
    long[] deadEnds = scratch.deadEnds;
    Arrays.fill(deadEnds, 0, (length >> 6) + 1, 0);
    int count = 0;
    int at = 0;
    int most = length;
    while (at < length) {
      int id = next(piece, at, most, deadEnds, count == 0 ? -1 : tokens[count - 1]);
      if (id >= 0) {
        tokens[count++] = id;
        at += vocabulary.length(id);
        most = length - at;
      } else {
        deadEnds[at >> 6] |= 1L << at;
        int last = vocabulary.length(tokens[--count]);
        at -= last;
        most = last - 1;
      }
    }
    return count;
  }

  private int next(byte[] piece, int at, int most, long[] deadEnds, int before) {
    int left = most;
    while (left > 0) {
      int id = vocabulary.longest(piece, at, left);
      int length = vocabulary.length(id);
      int end = at + length;
      if ((deadEnds[end >> 6] & 1L << end) == 0
          && (before < 0 || pairs.canBeNeighbours(before, id))) {
        return id;
      }
      left = length - 1;
    }
    return -1;
  }
}
