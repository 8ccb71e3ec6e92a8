package dev.headgate.spi.auth;

import dev.headgate.spi.Operation;
import dev.headgate.spi.Preview;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who calls. Immutable, and shared by all requests of the same caller. Authenticators implement it;
 * new accessors come with a default.
 */
@Preview
public interface Principal {

  /** What a caller may do beside calling models. */
  enum Role {
    /** Everything. */
    ADMIN,
    /** Look at everything. */
    ADMIN_VIEWER,
    /** Look at and change what is its own. */
    USER
  }

  /** The key's stable id (the hash of a virtual key); what limits and spend are booked on. */
  String keyId();

  /** The name that people gave the key. */
  default Optional<String> keyAlias() {
    return Optional.empty();
  }

  /** The user that the key belongs to. */
  default Optional<String> userId() {
    return Optional.empty();
  }

  /** The team that the key belongs to. */
  default Optional<String> teamId() {
    return Optional.empty();
  }

  /** The organization that the key belongs to. */
  default Optional<String> organizationId() {
    return Optional.empty();
  }

  /** What the caller may do beside calling models. */
  default Set<Role> roles() {
    return Set.of(Role.USER);
  }

  /** Whether no limit applies to this caller. */
  default boolean unlimited() {
    return false;
  }

  /**
   * Whether the caller may use this route at all; asked before the body is read.
   *
   * @param operation what the route does
   * @param path the path as the client wrote it
   */
  default boolean mayCall(Operation operation, String path) {
    return true;
  }

  /**
   * Whether the caller may see and use this model.
   *
   * @param model a model group's name, or what a wildcard stands for
   */
  default boolean mayUse(String model) {
    return true;
  }

  /**
   * The model that the caller means by a name of its own.
   *
   * @param model the name in the request
   * @return the name to go on with; by default the same
   */
  default String resolveAlias(String model) {
    return model;
  }

  /**
   * The type of the error for a model that the caller may not use: which of those that it belongs
   * to withholds it.
   *
   * @param model a name for which {@link #mayUse} is false
   */
  default String modelDenialType(String model) {
    return "key_model_access_denied";
  }

  /**
   * What limits and spend of this caller are booked on: its key, and the user, team, member and
   * organization behind it. Whom a request names itself, an end user or a tag, is {@link #named}.
   */
  default List<LimitedEntity> entities() {
    return List.of();
  }

  /**
   * What a request names and limits are booked on. From memory for one seen before; another one may
   * cost one bounded wait. Throws {@link dev.headgate.spi.http.DenialException} when it cannot be
   * known whether it has limits.
   *
   * @param kind {@link LimitedEntity.Kind#END_USER} or {@link LimitedEntity.Kind#TAG}
   * @param id its id
   * @return the entity; empty when nobody has set limits for it
   */
  default Optional<LimitedEntity> named(LimitedEntity.Kind kind, String id) {
    return Optional.empty();
  }

  /** Facts for routing, logging and policies, such as a region or a price tier. */
  default Map<String, String> labels() {
    return Map.of();
  }
}
