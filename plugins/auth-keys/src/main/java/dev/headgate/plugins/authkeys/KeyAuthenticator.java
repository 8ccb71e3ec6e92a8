package dev.headgate.plugins.authkeys;

import dev.headgate.plugins.authkeys.entity.Refusals;
import dev.headgate.plugins.authkeys.entity.VirtualKey;
import dev.headgate.plugins.authkeys.lookup.Hasher;
import dev.headgate.plugins.authkeys.lookup.KeyDirectory;
import dev.headgate.plugins.authkeys.lookup.KeyHash;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.Credential;
import dev.headgate.spi.state.StoreException;

/**
 * Knows the master key and all virtual keys. It never abstains: what comes here and is neither
 * belongs to nobody.
 */
final class KeyAuthenticator implements Authenticator {
  private final KeyHash master;
  private final AuthResult administrator;
  private final KeyDirectory keys;
  private final GatewayClock clock;

  KeyAuthenticator(KeyHash master, String user, KeyDirectory keys, GatewayClock clock) {
    this.master = master;
    this.administrator = new AuthResult.Authenticated(new Administrator(master.hex(), user));
    this.keys = keys;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "virtual-keys";
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
    Bytes secret = credential.secret();
    KeyHash hash = Hasher.hash(secret);
    if (hash.same(master)) {
      return administrator;
    }
    if (!Refusals.startsAsKey(secret)) {
      return Refusals.unknown(secret);
    }
    try {
      VirtualKey key = keys.find(hash);
      return key == null ? Refusals.unknown(secret) : key.admit(clock.millis());
    } catch (StoreException e) {
      return Refusals.UNAVAILABLE;
    }
  }
}
