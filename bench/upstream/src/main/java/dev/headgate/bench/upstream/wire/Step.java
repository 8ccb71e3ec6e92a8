package dev.headgate.bench.upstream.wire;

/** One thing that a script does to the connection. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a copy for each write would cost.
public sealed interface Step {

  /** What a write carries, so that recorded times can be told apart. */
  enum Part {
    /** A 1xx answer before the real one. */
    INTERIM,
    /** The status line and headers, alone. */
    HEAD,
    /** A piece of the body, possibly together with the head. */
    BODY,
    /** Framing that ends the body and carries nothing. */
    END
  }

  /** Writes all of the bytes at once. */
  record Write(Part part, byte[] bytes) implements Step {}

  /** Writes the bytes one at a time, waiting {@code gapNanos} between two. */
  record Trickle(Part part, byte[] bytes, long gapNanos) implements Step {}

  /** Waits, counted from the end of the last pause where that keeps an even pace. */
  record Pause(long nanos) implements Step {}

  /** Waits until the hold lets it go on. */
  record Await(Hold hold) implements Step {}

  /** Does nothing until the peer or the upstream closes the connection. */
  record Stall() implements Step {}

  /** Ends this side of the connection and does no more. */
  record Finish() implements Step {}

  /** Resets the connection and does no more. */
  record Reset() implements Step {}

  /** Something that blocks its caller until it is released. */
  @FunctionalInterface
  interface Hold {
    void await() throws InterruptedException;
  }
}
