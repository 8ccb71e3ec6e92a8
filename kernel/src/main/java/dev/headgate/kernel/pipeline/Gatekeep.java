package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Decision;
import dev.headgate.spi.Denial;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.http.DenialException;

/** Stage 3: refuses what local memory already knows to be refused, before the body is read. */
final class Gatekeep {

  void run(Exchange exchange) {
    if (!exchange.principal().mayCall(exchange.operation(), exchange.head().path())) {
      throw new DenialException(
          Denial.of(
              403,
              "auth_error",
              "Authentication Error, this key is not allowed to call this route: "
                  + exchange.head().path()
                  + "."));
    }
    if (exchange.state.gates().isEmpty()) {
      return;
    }
    Verdict verdict = new Verdict();
    long started = System.nanoTime();
    for (Hook<HeaderGate> hook : exchange.state.gates()) {
      try {
        Decision decision = hook.extension().check(exchange);
        verdict.add(decision);
        started = HookCall.decided(exchange, hook, started, decision);
      } catch (RuntimeException e) {
        started = HookCall.failed(exchange, hook, started, e);
        verdict.add(Verdict.broken(hook.plugin()));
      }
    }
    verdict.apply(exchange);
  }
}
