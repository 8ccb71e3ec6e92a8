package dev.headgate.spi.admission;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import java.util.List;

/**
 * Keeps the live counters of all limits. There is one: the last loaded.
 *
 * <p>{@link #reserve} takes all holds or none, in one atomic step over every instance that shares
 * the ledger. A reservation is an entry with a lease: the kernel renews it while its exchange
 * lives, and what is not renewed expires by itself, so a killed gateway leaves no hold behind.
 */
@Preview
public interface LimitLedger extends Extension {

  /** Holds on some limits. */
  interface Reservation {

    /** The limits, in the order in which they were given. */
    List<Limit> limits();

    /**
     * What was held on a limit; less than asked for where it was shrunk.
     *
     * @param index into {@link #limits}
     */
    long held(int index);

    /**
     * What is left on a limit after this hold.
     *
     * @param index into {@link #limits}
     */
    long remaining(int index);

    /**
     * When the window of a limit ends.
     *
     * @param index into {@link #limits}
     * @return milliseconds since the epoch; 0 when never
     */
    long resetMillis(int index);
  }

  /** How an attempt to reserve ended. */
  sealed interface Outcome {

    /**
     * All holds were taken.
     *
     * @param reservation the holds
     */
    record Reserved(Reservation reservation) implements Outcome {}

    /**
     * No hold was taken.
     *
     * @param limit the limit that had no room
     * @param used what was used and held on it
     * @param resetMillis when its window ends, milliseconds since the epoch; 0 when never
     */
    record Refused(Limit limit, long used, long resetMillis) implements Outcome {}
  }

  /**
   * Takes all holds or none. On the request's thread; at most one round trip to shared state, with
   * a deadline of its own.
   *
   * @param callId the exchange, for which there is at most one reservation
   * @param limits the limits
   * @param holds the amount for each
   */
  Outcome reserve(String callId, List<Limit> limits, long[] holds);

  /**
   * Replaces the holds by what was really used and ends the reservation. Must not block.
   *
   * @param reservation the holds
   * @param amounts what was used, for each limit; 0 gives everything back
   */
  void settle(Reservation reservation, long[] amounts);

  /**
   * Prolongs the leases of exchanges that live. Called every 20 s on a background thread.
   *
   * @param reservations what is to live on
   */
  void renew(List<Reservation> reservations);

  /**
   * What local memory knows of a limit, without a round trip: for refusing before the body is read.
   *
   * @param limit the limit
   * @return until when it is known to be full, milliseconds since the epoch; 0 when it is not
   */
  default long fullUntilMillis(Limit limit) {
    return 0;
  }
}
