package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Operation;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.admission.LimitLedger.Outcome.Refused;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.http.DenialException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stage 6: reserves all limits that apply, or none and refuses. Limits are asked with the most that
 * a request can have, which costs no count; only when that does not fit it is counted and they are
 * asked again.
 */
final class Admit {
  private final Leases leases;

  Admit(Leases leases) {
    this.leases = leases;
  }

  void run(Exchange exchange) {
    GatewayState state = exchange.state;
    boolean always = state.settings().countAlways();
    if ((state.limitSources().isEmpty() && !always)
        || exchange.envelope == null
        || exchange.operation() == Operation.COUNT_TOKENS) {
      return;
    }
    RequestEstimate estimate = new RequestEstimate(exchange);
    exchange.estimate = estimate;
    if (always) {
      estimate.startCounting();
    }
    Holds holds = holds(exchange, estimate);
    if (holds.limits.isEmpty()) {
      return;
    }
    Refused refused = reserve(exchange, holds);
    if (refused != null && mayFit(refused, holds, estimate)) {
      refused = reserve(exchange, holds(exchange, estimate));
    }
    if (refused != null) {
      throw new DenialException(refused.limit().denial(refused.used(), refused.resetMillis()));
    }
  }

  private static Holds holds(Exchange exchange, RequestEstimate estimate) {
    Holds holds = new Holds();
    for (Hook<LimitSource> hook : exchange.state.limitSources()) {
      long started = hook.meter().start();
      try {
        hook.extension().contribute(exchange, estimate, holds);
        HookCall.ok(exchange, hook, started);
      } catch (DenialException e) {
        // Asking for a count may find too many of them waiting.
        HookCall.refused(exchange, hook, started);
        throw e;
      } catch (RuntimeException e) {
        HookCall.failed(exchange, hook, started, e);
        Verdict verdict = new Verdict();
        verdict.add(Verdict.broken(hook.plugin()));
        verdict.apply(exchange);
      }
    }
    return holds;
  }

  /**
   * Counts when that can help a request which did not fit with the most that it can have. A limit
   * on tokens says how many there may be: when even the fewest are more, nothing is counted, else
   * no further than that.
   */
  private static boolean mayFit(Refused refused, Holds holds, RequestEstimate estimate) {
    Limit limit = refused.limit();
    if (estimate.isCounted() || limit.shrinkable() || refused.used() >= limit.amount()) {
      return false;
    }
    if (limit.kind() == Limit.Kind.SPEND) {
      estimate.inputTokens();
      return true;
    }
    if (limit.kind() != Limit.Kind.TOKENS) {
      return false;
    }
    long most = estimate.inputTokensAtMost();
    long beside = holds.of(limit) - most;
    if (beside < 0) {
      // The source did not hold what the prompt has at most, so a count would change nothing.
      return false;
    }
    long room = limit.amount() - refused.used() - beside;
    return room >= 0 && estimate.inputTokensUpTo(room) <= room;
  }

  /** Takes all holds, or tells which limit has no room for them. */
  private @Nullable Refused reserve(Exchange exchange, Holds holds) {
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
    return switch (outcome) {
      case LimitLedger.Outcome.Reserved(LimitLedger.Reservation reservation) -> {
        HookCall.ok(exchange, hook, started);
        exchange.reservation = reservation;
        exchange.shown = reservation;
        leases.hold(exchange, reservation);
        yield null;
      }
      case Refused refused -> {
        HookCall.refused(exchange, hook, started);
        yield refused;
      }
    };
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

    /** What is held on a limit. */
    long of(Limit limit) {
      for (int i = 0; i < limits.size(); i++) {
        if (limits.get(i).counterId().equals(limit.counterId())) {
          return amounts[i];
        }
      }
      return -1;
    }

    long[] amounts() {
      return Arrays.copyOf(amounts, limits.size());
    }
  }
}
