package dev.headgate.spi.admission;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import dev.headgate.spi.routing.Deployment;
import dev.headgate.spi.usage.Usage;

/**
 * Knows what calls cost. There is one: the last loaded. Amounts are whole nano-dollars; prices are
 * nano-dollars per million units; each component is multiplied in 128 bits and rounded half-even
 * once, after discount and margin.
 *
 * <p>Called on the request's thread. Budget: 1 µs.
 */
@Preview
public interface PriceBook extends Extension {

  /**
   * The most that a request can cost on a deployment.
   *
   * @param deployment where it may go
   * @param inputTokens at most
   * @param outputTokens at most
   * @return nano-dollars; −1 when no price is known
   */
  long atMost(Deployment deployment, long inputTokens, long outputTokens);

  /**
   * What a call cost.
   *
   * @param deployment where it went
   * @param usage what it used
   * @return the cost
   */
  Cost cost(Deployment deployment, Usage usage);
}
