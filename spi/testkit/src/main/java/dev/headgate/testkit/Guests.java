package dev.headgate.testkit;

import dev.headgate.spi.Denial;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.Credential;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets in callers that a test describes, with the limits that it gives them. Use it with {@link
 * TestGateway.Builder#withoutDoorman} and {@link #MANIFEST}; the guest of {@link Doorman#KEY} is
 * the one as whom {@code TestGateway.chat} calls.
 */
public final class Guests implements Plugin, Authenticator {
  /** The manifest of this plugin. */
  public static final Map<String, String> MANIFEST =
      Map.of("id", "guests", "kinds", "Authenticator");

  private final Map<String, Guest> guests = new ConcurrentHashMap<>();
  private final Map<String, LimitedEntity> named = new ConcurrentHashMap<>();

  /** One caller. */
  private final class Guest implements Principal {
    private final String keyId;
    private final List<LimitedEntity> entities;

    Guest(String keyId, List<LimitedEntity> entities) {
      this.keyId = keyId;
      this.entities = entities;
    }

    @Override
    public String keyId() {
      return keyId;
    }

    @Override
    public List<LimitedEntity> entities() {
      return entities;
    }

    @Override
    public Optional<LimitedEntity> named(LimitedEntity.Kind kind, String id) {
      return Optional.ofNullable(named.get(kind + ":" + id));
    }
  }

  /** Nobody yet. */
  public Guests() {}

  /**
   * Lets a caller in; one who was known before is replaced.
   *
   * @param key what the caller shows
   * @param entities what its limits are booked on
   */
  public Guests invite(String key, LimitedEntity... entities) {
    guests.put(key, new Guest("id-of-" + key, List.of(entities)));
    return this;
  }

  /** Gives limits to an end user or a tag. */
  public Guests name(LimitedEntity entity) {
    named.put(entity.kind() + ":" + entity.id(), entity);
    return this;
  }

  @Override
  public List<Extension> start(PluginContext context) {
    return List.of(this);
  }

  @Override
  public AuthResult authenticate(AuthRequest request) {
    Credential credential = request.credential();
    Guest guest = credential == null ? null : guests.get(credential.secret().utf8());
    return guest == null
        ? new AuthResult.Denied(Denial.of(401, "auth_error", "Nobody invited this caller."))
        : new AuthResult.Authenticated(guest);
  }
}
