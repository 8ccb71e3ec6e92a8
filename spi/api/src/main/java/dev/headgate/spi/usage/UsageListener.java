package dev.headgate.spi.usage;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;

/**
 * Is told of every finished request before the last byte of its answer leaves: counters, journals.
 *
 * <p>Called once an exchange on the request's thread. Budget: 5 µs, no waiting for anybody. Fails
 * open, counted and logged; a listener that must not miss a request refuses further ones through a
 * {@code HeaderGate} of its plugin.
 */
@Preview
public interface UsageListener extends Extension {

  /**
   * A request has ended.
   *
   * @param event what happened
   */
  void ended(UsageEvent event);
}
