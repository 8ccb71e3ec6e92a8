package dev.headgate.spi.admission;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import dev.headgate.spi.request.ExchangeView;

/**
 * Contributes limits. It stores no counter: the kernel hands the union of what all sources
 * contribute to the one {@link LimitLedger}. Fails closed.
 *
 * <p>Called once a request on the request's thread. Budget: 1 µs, from memory.
 */
@Preview
public interface LimitSource extends Extension {

  /**
   * Adds the limits that apply to a request.
   *
   * @param exchange the request, its body received
   * @param estimate what the request may use
   * @param sink takes the limits
   */
  void contribute(ExchangeView exchange, Estimate estimate, LimitSink sink);

  /** Takes limits. */
  interface LimitSink {

    /**
     * Adds a limit.
     *
     * @param limit the limit
     * @param hold the amount to hold, in the limit's unit
     */
    void add(Limit limit, long hold);
  }
}
