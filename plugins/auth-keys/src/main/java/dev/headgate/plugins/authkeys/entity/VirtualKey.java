package dev.headgate.plugins.authkeys.entity;

import dev.headgate.spi.Operation;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A virtual key with all that is behind it, as it was when it was read. Immutable. */
public final class VirtualKey implements Principal {

  /** Finds what requests name: end users and tags. */
  @FunctionalInterface
  public interface Names {
    /** See {@link Principal#named}. */
    Optional<LimitedEntity> find(LimitedEntity.Kind kind, String id);
  }

  /** Models that a key, its team, its user or its organization lets through. */
  record Scope(String type, ModelAccess access) {}

  private final KeyText text;
  private final long expiresMillis;
  private final @Nullable AuthResult refusal;
  private final AuthResult authenticated;
  private final Set<Role> roles;
  private final AllowedRoutes routes;
  private final List<Scope> scopes;
  private final AccessGroups groups;
  private final Map<String, String> aliases;
  private final List<LimitedEntity> entities;
  private final Names names;
  private final Set<String> sources;

  /** What a key is called and whose it is. */
  record KeyText(
      String hash,
      String name,
      Optional<String> alias,
      Optional<String> user,
      Optional<String> team,
      Optional<String> organization,
      Map<String, String> labels) {}

  VirtualKey(
      KeyText text,
      long expiresMillis,
      @Nullable AuthResult refusal,
      Set<Role> roles,
      AllowedRoutes routes,
      List<Scope> scopes,
      AccessGroups groups,
      Map<String, String> aliases,
      List<LimitedEntity> entities,
      Names names,
      Set<String> sources) {
    this.text = text;
    this.expiresMillis = expiresMillis;
    this.refusal = refusal;
    this.authenticated = new AuthResult.Authenticated(this);
    this.roles = roles;
    this.routes = routes;
    this.scopes = scopes;
    this.groups = groups;
    this.aliases = aliases;
    this.entities = entities;
    this.names = names;
    this.sources = sources;
  }

  /**
   * Whether the key lets its holder in.
   *
   * @param nowMillis the time, milliseconds since the epoch
   */
  public AuthResult admit(long nowMillis) {
    if (refusal != null) {
      return refusal;
    }
    if (expiresMillis != 0 && nowMillis >= expiresMillis) {
      return Refusals.expired(
          text.name, Instant.ofEpochMilli(expiresMillis), Instant.ofEpochMilli(nowMillis));
    }
    return authenticated;
  }

  /** Whether it was read from a record. */
  public boolean isFrom(String source) {
    return sources.contains(source);
  }

  @Override
  public String keyId() {
    return text.hash;
  }

  @Override
  public Optional<String> keyAlias() {
    return text.alias;
  }

  @Override
  public Optional<String> userId() {
    return text.user;
  }

  @Override
  public Optional<String> teamId() {
    return text.team;
  }

  @Override
  public Optional<String> organizationId() {
    return text.organization;
  }

  @Override
  public Set<Role> roles() {
    return roles;
  }

  @Override
  public boolean mayCall(Operation operation, String path) {
    return routes.allows(operation, path);
  }

  @Override
  public boolean mayUse(String model) {
    for (Scope scope : scopes) {
      if (!scope.access.allows(model, groups)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String modelDenialType(String model) {
    for (Scope scope : scopes) {
      if (!scope.access.allows(model, groups)) {
        return scope.type + "_model_access_denied";
      }
    }
    return Principal.super.modelDenialType(model);
  }

  @Override
  public String resolveAlias(String model) {
    return aliases.getOrDefault(model, model);
  }

  @Override
  public List<LimitedEntity> entities() {
    return entities;
  }

  @Override
  public Optional<LimitedEntity> named(LimitedEntity.Kind kind, String id) {
    return names.find(kind, id);
  }

  @Override
  public Map<String, String> labels() {
    return text.labels;
  }

  @Override
  public String toString() {
    return text.name;
  }
}
