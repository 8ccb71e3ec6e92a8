package dev.headgate.testkit;

import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.SpiVersion;
import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.Credential;
import dev.headgate.spi.auth.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lets everybody in who shows one key. */
public final class Doorman implements Plugin, Authenticator {
  /** The key that it lets in. */
  public static final String KEY = "sk-test-key-of-the-doorman";

  private static final AuthResult KNOWN = new AuthResult.Authenticated(new Caller());

  /** The one caller, an administrator. */
  private static final class Caller implements Principal {
    @Override
    public String keyId() {
      return "test-key";
    }

    @Override
    public Set<Role> roles() {
      return Set.of(Role.ADMIN);
    }
  }

  /** Lets everybody in who shows the key. */
  public Doorman() {}

  static FoundPlugin found() {
    return FoundPlugin.given(
        Manifest.of(
            Map.of(
                "id", "doorman",
                "version", "1",
                "spi", SpiVersion.current(),
                "kinds", "Authenticator")),
        Doorman::new);
  }

  @Override
  public List<Extension> start(PluginContext context) {
    return List.of(this);
  }

  @Override
  public AuthResult authenticate(AuthRequest request) {
    Credential credential = request.credential();
    return credential != null && credential.secret().contentEquals(KEY)
        ? KNOWN
        : new AuthResult.Denied(Denial.of(401, "auth_error", "Show the key of the doorman."));
  }
}
