package dev.headgate.plugins.authmaster;

import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.Credential;

/**
 * Knows one key. It never abstains, so it stands last where several authenticators are loaded: what
 * comes here and is not the master key belongs to nobody.
 */
final class MasterKeyAuthenticator implements Authenticator {
  private final MasterKey key;
  private final AuthResult administrator;

  MasterKeyAuthenticator(MasterKey key, String user) {
    this.key = key;
    this.administrator = new AuthResult.Authenticated(new Administrator(key.hash(), user));
  }

  @Override
  public String name() {
    return "master-key";
  }

  @Override
  public AuthResult authenticate(AuthRequest request) {
    Credential credential = request.credential();
    if (credential == null || credential.secret().length() == 0) {
      return Refusals.NO_KEY;
    }
    if (credential.scheme() == Credential.Scheme.MALFORMED) {
      return Refusals.MALFORMED;
    }
    return key.matches(credential.secret()) ? administrator : Refusals.unknown(credential.secret());
  }
}
