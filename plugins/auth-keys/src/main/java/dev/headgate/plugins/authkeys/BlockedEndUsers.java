package dev.headgate.plugins.authkeys;

import dev.headgate.plugins.authkeys.entity.NamedEntities;
import dev.headgate.spi.Decision;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.ExchangeView;

/** Refuses requests that are made for an end user whom somebody has blocked. */
final class BlockedEndUsers implements Guardrail {
  private final NamedEntities names;

  BlockedEndUsers(NamedEntities names) {
    this.names = names;
  }

  @Override
  public String name() {
    return "blocked-end-users";
  }

  @Override
  public Decision check(ExchangeView exchange, BodyEdit edit) {
    String endUser = exchange.endUser();
    if (endUser == null || endUser.isEmpty() || !names.isBlocked(endUser)) {
      return Decision.ALLOW;
    }
    return Decision.deny(
        401,
        "auth_error",
        "Authentication Error, the end user "
            + endUser
            + " is blocked; an administrator can unblock it with POST /customer/unblock");
  }
}
