package dev.headgate.bench.upstream;

/**
 * One write of an answer.
 *
 * @param part what the write carried
 * @param length the number of bytes, framing included
 * @param beforeNanos {@link System#nanoTime} right before the bytes went to the socket
 * @param afterNanos {@link System#nanoTime} when the socket had taken all of them
 */
public record RecordedWrite(Part part, int length, long beforeNanos, long afterNanos) {

  /** What a write carries. */
  public enum Part {
    /** A 1xx answer before the real one. */
    INTERIM,
    /** The status line and headers, alone. */
    HEAD,
    /** A piece of the body, possibly together with the head: an event, a chunk, raw bytes. */
    BODY,
    /** Framing that ends the body and carries nothing. */
    END
  }
}
