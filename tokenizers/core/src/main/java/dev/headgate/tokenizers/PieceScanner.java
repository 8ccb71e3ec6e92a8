package dev.headgate.tokenizers;

/**
 * Finds where the pieces of a text end. Stateless, so used by many threads at once. All scanners of
 * one grammar find the same ends, which the tests compare.
 */
public interface PieceScanner {

  /** How much room a scanner needs: it may write this many ends beyond the last one that counts. */
  int ROOM = 64;

  /**
   * Finds the next pieces.
   *
   * @param text valid UTF-8
   * @param from the start of a piece
   * @param to the end of the text
   * @param ends takes the offset behind each piece, in order; longer than {@link #ROOM}
   * @return how many ends were found: at least one, fewer than fit; the last is {@code to} when the
   *     text was scanned to its end
   */
  int scan(byte[] text, int from, int to, int[] ends);
}
