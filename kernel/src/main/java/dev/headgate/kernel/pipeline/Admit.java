package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Denial;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.http.DenialException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Stage 6: reserves all limits that apply, or none and refuses. */
final class Admit {
  private final Leases leases;

  Admit(Leases leases) {
    this.leases = leases;
  }

  void run(Exchange exchange) {
    GatewayState state = exchange.state;
    if (state.limitSources().isEmpty() || exchange.envelope == null) {
      return;
    }
    RequestEstimate estimate = new RequestEstimate(exchange);
    exchange.estimate = estimate;
    Holds holds = new Holds();
    for (Hook<LimitSource> hook : state.limitSources()) {
      long started = hook.meter().start();
      try {
        hook.extension().contribute(exchange, estimate, holds);
        HookCall.ok(exchange, hook, started);
      } catch (RuntimeException e) {
        HookCall.failed(exchange, hook, started, e);
        Verdict verdict = new Verdict();
        verdict.add(Verdict.broken(hook.plugin()));
        verdict.apply(exchange);
      }
    }
    if (!holds.limits.isEmpty()) {
      reserve(exchange, holds);
    }
  }

  private void reserve(Exchange exchange, Holds holds) {
    Hook<LimitLedger> hook = exchange.state.ledger().orElseThrow();
    long started = hook.meter().start();
    LimitLedger.Outcome outcome;
    try {
      outcome = hook.extension().reserve(exchange.callId(), holds.limits, holds.amounts());
    } catch (RuntimeException e) {
      HookCall.failed(exchange, hook, started, e);
      throw new DenialException(
          Denial.of(
              503,
              "limits_unavailable",
              "The limits of this key cannot be checked now; try again."));
    }
    switch (outcome) {
      case LimitLedger.Outcome.Reserved(LimitLedger.Reservation reservation) -> {
        HookCall.ok(exchange, hook, started);
        exchange.reservation = reservation;
        exchange.shown = reservation;
        leases.hold(exchange, reservation);
      }
      case LimitLedger.Outcome.Refused(Limit limit, long used, long resetMillis) -> {
        HookCall.refused(exchange, hook, started);
        throw new DenialException(limit.denial(used, resetMillis));
      }
    }
  }

  /** The limits of a request and the amounts to hold. */
  private static final class Holds implements LimitSource.LimitSink {
    private final List<Limit> limits = new ArrayList<>();
    private long[] amounts = new long[8];

    @Override
    public void add(Limit limit, long hold) {
      if (limits.size() == amounts.length) {
        amounts = Arrays.copyOf(amounts, amounts.length * 2);
      }
      amounts[limits.size()] = hold;
      limits.add(limit);
    }

    long[] amounts() {
      return Arrays.copyOf(amounts, limits.size());
    }
  }
}
