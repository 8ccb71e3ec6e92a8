package dev.headgate.spi.auth;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;

/**
 * Tells who calls. Authenticators are asked in the order of the configuration until one of them
 * does not abstain; when all abstain, the client gets 401. Without any authenticator model routes
 * answer 503.
 *
 * <p>Called once a request on the request's thread, before the body is read. Budget: 2 µs, no
 * allocation beyond a few dozen bytes, no I/O for a caller known from before; a caller that must be
 * looked up may cost one bounded wait. An exception refuses the request with 503 {@code
 * auth_provider_unavailable}.
 */
@Preview
public interface Authenticator extends Extension {

  /**
   * Tells who calls.
   *
   * @param request the head and the key; valid during the call
   */
  AuthResult authenticate(AuthRequest request);
}
