package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.admission.LimitLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The reservations of exchanges that live, renewed every 20 s so that they do not expire. */
final class Leases {
  private final Map<Exchange, LimitLedger.Reservation> held = new ConcurrentHashMap<>();

  void hold(Exchange exchange, LimitLedger.Reservation reservation) {
    held.put(exchange, reservation);
  }

  void drop(Exchange exchange) {
    held.remove(exchange);
  }

  /** Renews all; called every 20 s in the background. */
  void renew() {
    Map<Hook<LimitLedger>, List<LimitLedger.Reservation>> byLedger = new java.util.HashMap<>();
    held.forEach((exchange, reservation) ->
        exchange
            .state
            .ledger()
            .ifPresent(ledger ->
                byLedger.computeIfAbsent(ledger, l -> new ArrayList<>()).add(reservation)));
    byLedger.forEach((ledger, reservations) -> {
      long started = ledger.meter().start();
      try {
        ledger.extension().renew(reservations);
        ledger.meter().ok(started);
      } catch (RuntimeException e) {
        ledger.meter().failed(started, e);
      }
    });
  }
}
