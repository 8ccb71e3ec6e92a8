package dev.headgate.spi.admission;

import dev.headgate.spi.Denial;
import dev.headgate.spi.Preview;
import dev.headgate.spi.usage.Usage;
import java.time.Duration;
import java.util.List;

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
   * What was used before the ledger knew this counter, so that a budget goes on after a restart. On
   * the thread of the first request that meets the counter; may ask a store, once and with a
   * deadline.
   *
   * @param sinceMillis when the present window began, milliseconds since the epoch; 0 without one
   * @return the amount, in the unit of the kind
   * @throws dev.headgate.spi.http.DenialException when that cannot be known and the request must
   *     not pass without
   */
  default long usedBefore(long sinceMillis) {
    return 0;
  }

  /**
   * What a request counts on a limit of the kind {@link Kind#TOKENS}.
   *
   * @param usage what it used
   */
  default long tokensOf(Usage usage) {
    return usage.totalTokens();
  }

  /** The headers by which answers show where this limit stands; the same list on every call. */
  default List<LimitHeader> headers() {
    return List.of();
  }

  /**
   * The refusal when this limit is the one that has no room.
   *
   * @param used what is used and held
   * @param resetMillis when the window ends, milliseconds since the epoch; 0 when never
   */
  Denial denial(long used, long resetMillis);
}
