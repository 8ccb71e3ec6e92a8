package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Operation;
import dev.headgate.spi.admission.Cost;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.admission.PriceBook;
import dev.headgate.spi.usage.Usage;
import dev.headgate.spi.usage.UsageListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stage 11: true usage, cost, release of what was held too much, and one event for those who
 * listen. Runs once, before the last byte of the answer leaves.
 */
final class Settle {
  private final Leases leases;

  Settle(Leases leases) {
    this.leases = leases;
  }

  void run(Exchange exchange) {
    if (exchange.settled) {
      return;
    }
    exchange.settled = true;
    Timing timing = exchange.timing;
    if (timing == null) {
      book(exchange);
      return;
    }
    Stage before = timing.enter(Stage.SETTLE);
    book(exchange);
    timing.enter(before);
  }

  private void book(Exchange exchange) {
    GatewayState state = exchange.state;
    String answerId = exchange.answerId;
    if (exchange.operation() == Operation.RESPONSE
        && answerId != null
        && exchange.deployment != null) {
      state.owners().remember(answerId, exchange.deployment.id(), exchange.principal());
    }
    if (exchange.principal == null) {
      return;
    }
    MissingUsage.fill(exchange);
    RequestEstimate.learn(exchange);
    long cost = cost(exchange);
    exchange.costNanos = cost;
    release(exchange, cost);
    if (state.usageListeners().isEmpty() && state.sinks().isEmpty()) {
      return;
    }
    SettledEvent event = new SettledEvent(exchange, cost, state.clock().nanoTime());
    long started = System.nanoTime();
    for (Hook<UsageListener> hook : state.usageListeners()) {
      try {
        hook.extension().ended(event);
        started = HookCall.ok(exchange, hook, started);
      } catch (RuntimeException e) {
        started = HookCall.failed(exchange, hook, started, e);
      }
    }
    for (SinkQueue sink : state.sinks()) {
      sink.offer(event);
    }
  }

  private static long cost(Exchange exchange) {
    Usage usage = exchange.usage;
    if (usage == null || exchange.deployment == null || exchange.state.prices().isEmpty()) {
      return -1;
    }
    Hook<PriceBook> hook = exchange.state.prices().get();
    long started = hook.meter().start();
    try {
      Cost cost = hook.extension().cost(exchange.deployment, usage);
      HookCall.ok(exchange, hook, started);
      return cost.totalNanos();
    } catch (RuntimeException e) {
      HookCall.failed(exchange, hook, started, e);
      return -1;
    }
  }

  private void release(Exchange exchange, long cost) {
    LimitLedger.@Nullable Reservation reservation = exchange.reservation;
    if (reservation == null) {
      return;
    }
    exchange.reservation = null;
    leases.drop(exchange);
    List<Limit> limits = reservation.limits();
    long[] amounts = new long[limits.size()];
    for (int i = 0; i < amounts.length; i++) {
      amounts[i] = used(exchange, limits.get(i), reservation.held(i), cost);
    }
    Hook<LimitLedger> hook = exchange.state.ledger().orElseThrow();
    long started = hook.meter().start();
    try {
      hook.extension().settle(reservation, amounts);
      HookCall.ok(exchange, hook, started);
    } catch (RuntimeException e) {
      HookCall.failed(exchange, hook, started, e);
    }
  }

  /** What was really used: nothing of a call that failed without usage. */
  private static long used(Exchange exchange, Limit limit, long held, long cost) {
    Usage usage = exchange.usage;
    return switch (limit.kind()) {
      case REQUESTS -> held;
      case PARALLEL -> 0;
      case TOKENS -> usage == null ? 0 : limit.tokensOf(usage);
      case SPEND -> cost >= 0 ? cost : exchange.failure == null && usage == null ? held : 0;
    };
  }
}
