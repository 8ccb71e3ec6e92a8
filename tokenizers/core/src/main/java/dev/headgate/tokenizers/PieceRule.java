package dev.headgate.tokenizers;

/**
 * One grammar's split pattern, a piece at a time: the reference that faster scanners must equal.
 */
public interface PieceRule {

  /**
   * Where a piece ends.
   *
   * @param text valid UTF-8
   * @param from the start of a piece, before {@code to}
   * @param to the end of the text
   * @return the offset behind the piece
   */
  int end(byte[] text, int from, int to);
}
