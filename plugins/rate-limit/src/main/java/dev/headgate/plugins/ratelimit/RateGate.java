package dev.headgate.plugins.ratelimit;

import dev.headgate.spi.Decision;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.request.ExchangeView;
import java.util.List;

/** Refuses before the body is read whose window, or whose slots, memory knows to be full. */
final class RateGate implements HeaderGate {
  private final Rates rates;
  private final LimitLedger ledger;

  RateGate(Rates rates, LimitLedger ledger) {
    this.rates = rates;
    this.ledger = ledger;
  }

  @Override
  public String name() {
    return "rate-limit";
  }

  @Override
  public Decision check(ExchangeView exchange) {
    Principal principal = exchange.principal();
    if (principal.unlimited()) {
      return Decision.allow();
    }
    List<LimitedEntity> entities = principal.entities();
    for (int i = 0; i < entities.size(); i++) {
      for (RateLimit limit : rates.of(entities.get(i))) {
        if (limit.concernsAll()) {
          long until = ledger.fullUntilMillis(limit);
          if (until != 0) {
            return Decision.deny(
                limit.denial(limit.amount(), limit.window() == RateLimit.Window.NONE ? 0 : until));
          }
        }
      }
    }
    return Decision.allow();
  }
}
