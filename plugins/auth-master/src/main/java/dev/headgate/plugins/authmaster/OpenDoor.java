package dev.headgate.plugins.authmaster;

import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;

/** Lets everybody in as administrator, where the operator asked for that. */
final class OpenDoor implements Authenticator {
  private final AuthResult known;

  OpenDoor(String user) {
    known = new AuthResult.Authenticated(new Administrator("no-master-key", user));
  }

  @Override
  public String name() {
    return "open-door";
  }

  @Override
  public AuthResult authenticate(AuthRequest request) {
    return known;
  }
}
