package dev.headgate.spi.routing;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import dev.headgate.spi.request.ExchangeView;

/**
 * Is told how each attempt went: for cooldowns, canaries, sticky routing. Fails open.
 *
 * <p>Called on the request's thread. Budget: 0.5 µs.
 */
@Preview
public interface AttemptListener extends Extension {

  /**
   * An attempt starts.
   *
   * @param exchange the request
   * @param deployment where it goes
   */
  default void started(ExchangeView exchange, Deployment deployment) {}

  /**
   * An attempt has ended: its answer was relayed to the end, or it failed.
   *
   * @param exchange the request
   * @param outcome how it went
   */
  void ended(ExchangeView exchange, AttemptOutcome outcome);
}
