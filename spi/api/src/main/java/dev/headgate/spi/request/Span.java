package dev.headgate.spi.request;

/**
 * A range of a body.
 *
 * @param start offset of the first byte
 * @param end offset one after the last byte
 */
public record Span(int start, int end) {

  /** No place: the thing looked for is absent. */
  public static final Span NONE = new Span(-1, -1);

  /** Whether there is such a place. */
  public boolean present() {
    return start >= 0;
  }

  /** The number of bytes. */
  public int length() {
    return end - start;
  }
}
