package dev.headgate.spi.auth;

import dev.headgate.spi.Decision;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import dev.headgate.spi.request.ExchangeView;

/**
 * Refuses a request before its body is read: a caller that is blocked, a window that is known to be
 * full. Reserves nothing. Fails closed.
 *
 * <p>Called once a request on the request's thread, after authentication. Budget: 1 µs from memory;
 * a gate that asks elsewhere states a {@code timeout} in its manifest and is cut off there.
 */
@Preview
public interface HeaderGate extends Extension {

  /**
   * Says whether to go on.
   *
   * @param exchange head and principal; the body has not been read
   */
  Decision check(ExchangeView exchange);
}
