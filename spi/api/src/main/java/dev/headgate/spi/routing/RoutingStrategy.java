package dev.headgate.spi.routing;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import dev.headgate.spi.request.ExchangeView;

/**
 * Picks one of several deployments. The kernel brings {@code simple-shuffle}; another one is chosen
 * by {@code router_settings.routing_strategy: <id>}.
 *
 * <p>Called once an attempt on the request's thread when more than one candidate is left. Budget: 1
 * µs. An exception falls back to {@code simple-shuffle}.
 */
@Preview
public interface RoutingStrategy extends Extension {

  /** The name by which the configuration chooses it. */
  String id();

  /**
   * Picks one.
   *
   * @param exchange the request
   * @param candidates at least two
   * @return an index into the candidates
   */
  int pick(ExchangeView exchange, Candidates candidates);
}
