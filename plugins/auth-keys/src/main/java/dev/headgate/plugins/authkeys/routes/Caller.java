package dev.headgate.plugins.authkeys.routes;

import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.auth.Principal.Role;
import java.util.Optional;

/**
 * Who calls a management route.
 *
 * @param principal as it was authenticated
 * @param changedBy whom {@code litellm-changed-by} names
 */
record Caller(Principal principal, Optional<String> changedBy) {

  /** Whether it may do everything. */
  boolean isAdmin() {
    return principal.roles().contains(Role.ADMIN);
  }

  /** Whether it may look at everything. */
  boolean seesAll() {
    return isAdmin() || principal.roles().contains(Role.ADMIN_VIEWER);
  }

  Optional<String> user() {
    return principal.userId();
  }

  /** The hash of its key. */
  String keyId() {
    return principal.keyId();
  }

  /** The name under which its changes are recorded; null when it has none. */
  String name() {
    return changedBy.or(principal::userId).orElse("");
  }

  void requireAdmin() {
    if (!isAdmin()) {
      throw Problems.forbidden("only an administrator may do this");
    }
  }

  void requireView() {
    if (!seesAll()) {
      throw Problems.forbidden("only an administrator may see this");
    }
  }
}
