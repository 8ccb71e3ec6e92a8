package dev.headgate.plugins.authkeys;

import dev.headgate.spi.auth.Principal;
import java.util.Optional;
import java.util.Set;

/**
 * Who holds the master key: may do everything, without limits.
 *
 * @param keyId what spend is booked on
 * @param user the user that spend is booked on
 */
record Administrator(String keyId, String user) implements Principal {
  private static final Set<Role> ROLES = Set.of(Role.ADMIN);

  @Override
  public Optional<String> userId() {
    return Optional.of(user);
  }

  @Override
  public Set<Role> roles() {
    return ROLES;
  }

  @Override
  public boolean unlimited() {
    return true;
  }
}
