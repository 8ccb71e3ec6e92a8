package dev.headgate.kernel.transport;

import java.io.IOException;

/**
 * The body of an answer in the connection's own buffer, for the relay: nothing is copied. What came
 * in one read is looked at as a whole, by its segments (the body's bytes, without chunk framing) or
 * as it came. Used by the exchange's thread. The bytes are valid until the next {@link #nextRead}.
 *
 * <pre>{@code
 * while (body.nextRead()) {
 *   if (body.rawWhole()) forward(body.array(), body.rawOffset(), body.rawLength());
 *   while (body.nextSegment()) tap(body.array(), body.offset(), body.length());
 * }
 * }</pre>
 */
public interface RawBody {

  /** The number of bytes, when known from the start; −1 otherwise. */
  long length();

  /** Whether the body came in chunks. */
  boolean chunked();

  /**
   * Whether all bytes of the body are in the buffer or have been given out already, so that no more
   * waiting is needed. With the last read it is known at once where the end came along with it.
   */
  boolean complete();

  /** Whether {@link #nextRead} returns without waiting. */
  boolean ready();

  /**
   * Makes the next bytes that came current, waiting where none are there. There is at least one
   * segment in them.
   *
   * @return false at the proper end
   * @throws IOException as {@link dev.headgate.spi.provider.AnswerBody#read}
   */
  boolean nextRead() throws IOException;

  /**
   * Goes to the next segment of what is current.
   *
   * @return false when there are no more
   */
  boolean nextSegment();

  /** The array that holds what is current; may be another one after each {@link #nextRead}. */
  byte[] array();

  /** The first byte of the segment. */
  int offset();

  /** The number of bytes of the segment. */
  int segmentLength();

  /** The sum of all segments of what is current. */
  int decodedLength();

  /**
   * Whether what is current is a row of whole chunks without extensions, so that it can be sent on
   * as it is. The terminating chunk does not belong to it. Always false unless chunked.
   */
  boolean rawWhole();

  /** The first byte of what is current, framing included. */
  int rawOffset();

  /**
   * The number of bytes of what is current, framing included. When {@link #complete}, the bytes
   * after them in the array may be overwritten.
   */
  int rawLength();
}
