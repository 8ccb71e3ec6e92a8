package dev.headgate.plugins.authkeys;

import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;

/** Takes everybody for the administrator, where the operator has asked for just that. */
final class OpenDoor implements Authenticator {
  private final AuthResult everybody;

  OpenDoor(String user) {
    everybody = new AuthResult.Authenticated(new Administrator("no-master-key", user));
  }

  @Override
  public String name() {
    return "master-key";
  }

  @Override
  public AuthResult authenticate(AuthRequest request) {
    return everybody;
  }
}
