package dev.headgate.kernel.transport;

import org.jspecify.annotations.Nullable;

/**
 * Holds a call's deadlines. A call of the pipeline implements it, so that the one entry that it has
 * with the deadline watch serves all its phases; for other calls the transport makes one.
 */
public interface PhaseClock {

  /** What a call waits for. */
  enum Phase {
    /** A connection: a free one, or a new one that stands, TLS included. */
    CONNECT,
    /** The first byte of the answer; it goes on until the first byte of the body. */
    FIRST_BYTE,
    /** More of the body. */
    IDLE,
    /** Nothing of the upstream: only the total counts. */
    NONE,
    /** Never entered: stands for the whole call in {@link #overdue}. */
    TOTAL
  }

  /**
   * Enters a phase, which starts its time anew. Called by the exchange's thread, about four times a
   * request and twice a read of the body, so it must cost no more than a look at the clock.
   */
  void phase(Phase phase);

  /** The phase whose deadline passed; null when none did. Any thread may ask. */
  @Nullable Phase overdue();
}
