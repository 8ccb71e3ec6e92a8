package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;

/**
 * Told of the tokens of a text by {@link TokenCounter#split}, from left to right. Offsets are bytes
 * from the start of the text as it was given. A token may end within a character; one that ends
 * within a malformed part ends, as far as it is told, where the part starts.
 */
@Preview
@FunctionalInterface
public interface TokenSink {

  /**
   * A token.
   *
   * @param id its number in the encoding
   * @param end the offset behind its last byte; it starts where the one before ended
   */
  void token(int id, long end);

  /**
   * The end of a piece, the unit that the encoding's pattern splits a text into and that no token
   * crosses; told after the last token of the piece.
   *
   * @param end the offset behind its last byte
   */
  default void piece(long end) {}
}
