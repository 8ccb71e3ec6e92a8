package dev.headgate.spi.admission;

import dev.headgate.spi.Denial;
import dev.headgate.spi.Preview;
import java.time.Duration;

/**
 * One limit on one scope. Implementations are immutable and shared by all requests of a caller;
 * limits of equal {@link #counterId} share one counter.
 */
@Preview
public interface Limit {

  /** What is limited. */
  enum Kind {
    /** Money, in nano-dollars. Settled to the true cost. */
    SPEND,
    /** Requests. */
    REQUESTS,
    /** Tokens. Settled to the true usage. */
    TOKENS,
    /** Requests at once. Given back at the end. */
    PARALLEL
  }

  /** How a window follows the clock. */
  enum Window {
    /** No window: one counter for ever (or, for {@link Kind#PARALLEL}, for now). */
    NONE,
    /** Opens with the first request and lasts for {@link Limit#length}. */
    FROM_FIRST,
    /** Days, weeks, months in the time zone of the gateway. */
    CALENDAR
  }

  /** The counter, equal on every instance and after a restart: entity, kind, window. */
  String counterId();

  /** The tenant whose counters are kept together. */
  String tenant();

  /** What is limited. */
  Kind kind();

  /** How the window follows the clock. */
  Window window();

  /** The length of the window; zero without one. */
  Duration length();

  /** The limit, in the unit of the kind. */
  long amount();

  /** Whether a hold larger than what is left is shrunk to it instead of refused. */
  default boolean shrinkable() {
    return false;
  }

  /**
   * The refusal when this limit is the one that has no room.
   *
   * @param used what is used and held
   * @param resetMillis when the window ends, milliseconds since the epoch; 0 when never
   */
  Denial denial(long used, long resetMillis);
}
