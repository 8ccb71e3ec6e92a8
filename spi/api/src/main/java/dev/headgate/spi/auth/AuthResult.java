package dev.headgate.spi.auth;

import dev.headgate.spi.Denial;
import dev.headgate.spi.Preview;

/** What an authenticator found. */
@Preview
public sealed interface AuthResult {

  /** Not a credential of this authenticator's sort: ask the next one. */
  AuthResult ABSTAIN = new Abstained();

  /**
   * The caller is known.
   *
   * @param principal who it is; may be shared between requests
   */
  record Authenticated(Principal principal) implements AuthResult {}

  /** Not a credential of this authenticator's sort. */
  record Abstained() implements AuthResult {}

  /**
   * The caller is refused, and no further authenticator is asked.
   *
   * @param denial the error
   */
  record Denied(Denial denial) implements AuthResult {}
}
