package dev.headgate.spi.routing;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import dev.headgate.spi.request.ExchangeView;

/**
 * Takes out deployments that a request must not use. Fails closed: an exception refuses the
 * request.
 *
 * <p>Called once an attempt on the request's thread. Budget: 1 µs.
 */
@Preview
public interface CandidateFilter extends Extension {

  /**
   * Takes out what must not be used.
   *
   * @param exchange the request
   * @param candidates what is left
   */
  void filter(ExchangeView exchange, Candidates candidates);
}
