package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.kernel.routing.Callee;
import dev.headgate.kernel.routing.CandidateList;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.kernel.routing.SimpleShuffle;
import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.provider.Provider;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.routing.AttemptListener;
import dev.headgate.spi.routing.CandidateFilter;
import dev.headgate.spi.routing.RoutingStrategy;
import java.io.IOException;
import java.util.Objects;

/** Stage 9: picks a deployment and calls it. */
final class Attempt {
  private static final SimpleShuffle SHUFFLE = new SimpleShuffle();

  private final Relay relay;
  private final UpstreamErrors errors;

  Attempt(Relay relay, UpstreamErrors errors) {
    this.relay = relay;
    this.errors = errors;
  }

  void run(Exchange exchange) throws IOException {
    KernelDeployment deployment = pick(exchange);
    exchange.deployment = deployment;
    exchange.attempts++;
    AttemptCall call =
        new AttemptCall(exchange, deployment, deployment.timeouts(exchange.streaming));
    Callee callee = callee(exchange, deployment);
    long started = exchange.state.clock().nanoTime();
    exchange.endBy(AttemptCall.after(started, call.timeouts().total()));
    deployment.begin();
    tellStarted(exchange, deployment);
    Outcome outcome = new Outcome(deployment);
    try {
      call(exchange, call, callee, started, outcome);
    } finally {
      exchange.endBy(0);
      exchange.rest();
      exchange.onCancel(null);
      outcome.end(exchange, exchange.state.clock().nanoTime() - started);
      tellEnded(exchange, outcome);
    }
  }

  private void call(
      Exchange exchange, AttemptCall call, Callee callee, long started, Outcome outcome)
      throws IOException {
    exchange.awaitUpstream(started);
    Answer answer;
    try {
      answer = answer(exchange, call, callee);
    } catch (UpstreamException e) {
      waited(exchange, call, started);
      throw errors.failed(exchange, e);
    } catch (IOException e) {
      waited(exchange, call, started);
      throw errors.failed(
          exchange,
          new UpstreamException(
              UpstreamException.Kind.RESET,
              Objects.requireNonNullElse(e.getMessage(), "reset"),
              e));
    } catch (IllegalArgumentException e) {
      throw new DenialException(
          Denial.of(
              400,
              "invalid_request_error",
              "The request cannot be sent upstream: " + e.getMessage() + "."));
    }
    try (answer) {
      waited(exchange, call, started);
      outcome.answered(answer.status(), exchange.state.clock().nanoTime() - started);
      if (answer.status() >= 300) {
        errors.relay(exchange, callee.endpoint(), answer);
      } else {
        relay.run(exchange, call, answer);
      }
    }
  }

  /** Books what was waited for: the transport, or the whole call where the provider needs none. */
  private static void waited(Exchange exchange, AttemptCall call, long since) {
    long sent = call.sendNanos();
    exchange.upstreamNanos += sent > 0 ? sent : exchange.state.clock().nanoTime() - since;
  }

  /**
   * Calls a provider. What it waited for its upstream is not its own time, and that the upstream
   * fails is not its own failure.
   */
  private static Answer answer(Exchange exchange, AttemptCall call, Callee callee)
      throws IOException {
    Hook<Provider> hook = callee.hook();
    long started = hook.meter().start();
    try {
      Answer answer = callee.endpoint().call(call);
      HookCall.ok(exchange, hook, started + call.sendNanos());
      return answer;
    } catch (IllegalArgumentException e) {
      HookCall.refused(exchange, hook, started + call.sendNanos());
      throw e;
    } catch (RuntimeException e) {
      HookCall.failed(exchange, hook, started + call.sendNanos(), e);
      throw e;
    } catch (IOException e) {
      HookCall.ok(exchange, hook, started + call.sendNanos());
      throw e;
    }
  }

  private static Callee callee(Exchange exchange, KernelDeployment deployment) {
    Callee substitute = deployment.substitute();
    if (substitute != null && Resolve.substituted(exchange)) {
      return substitute;
    }
    return Objects.requireNonNull(deployment.callee(), "only callable deployments are candidates");
  }

  private static KernelDeployment pick(Exchange exchange) {
    CandidateList candidates = Objects.requireNonNull(exchange.candidates, "resolved before");
    for (Hook<CandidateFilter> hook : exchange.state.filters()) {
      long started = hook.meter().start();
      try {
        hook.extension().filter(exchange, candidates);
        HookCall.ok(exchange, hook, started);
      } catch (RuntimeException e) {
        HookCall.failed(exchange, hook, started, e);
        Verdict verdict = new Verdict();
        verdict.add(Verdict.broken(hook.plugin()));
        verdict.apply(exchange);
      }
    }
    if (candidates.size() > 1) {
      candidates.keepLowestOrder();
    }
    if (candidates.size() == 0) {
      throw new DenialException(
          Denial.of(
                  400,
                  "invalid_request_error",
                  "No deployment of the model "
                      + exchange.model
                      + " may serve this request: "
                      + String.join("; ", candidates.reasons())
                      + ".")
              .param("model"));
    }
    return candidates.size() == 1
        ? candidates.get(0)
        : candidates.get(choose(exchange, candidates));
  }

  private static int choose(Exchange exchange, CandidateList candidates) {
    if (exchange.state.strategy().isEmpty()) {
      return SHUFFLE.pick(exchange, candidates);
    }
    Hook<RoutingStrategy> hook = exchange.state.strategy().get();
    long started = hook.meter().start();
    try {
      int index = hook.extension().pick(exchange, candidates);
      if (index >= 0 && index < candidates.size()) {
        HookCall.ok(exchange, hook, started);
        return index;
      }
      HookCall.failed(exchange, hook, started, new IndexOutOfBoundsException("picked " + index));
    } catch (RuntimeException e) {
      HookCall.failed(exchange, hook, started, e);
    }
    return SHUFFLE.pick(exchange, candidates);
  }

  private static void tellStarted(Exchange exchange, KernelDeployment deployment) {
    for (Hook<AttemptListener> hook : exchange.state.attemptListeners()) {
      long started = hook.meter().start();
      try {
        hook.extension().started(exchange, deployment);
        HookCall.ok(exchange, hook, started);
      } catch (RuntimeException e) {
        HookCall.failed(exchange, hook, started, e);
      }
    }
  }

  private static void tellEnded(Exchange exchange, Outcome outcome) {
    for (Hook<AttemptListener> hook : exchange.state.attemptListeners()) {
      long started = hook.meter().start();
      try {
        hook.extension().ended(exchange, outcome);
        HookCall.ok(exchange, hook, started);
      } catch (RuntimeException e) {
        HookCall.failed(exchange, hook, started, e);
      }
    }
  }

  /** The classes of failures by what went wrong on the way. */
  static FailureClass classOf(UpstreamException.Kind kind) {
    return switch (kind) {
      case CONNECT -> FailureClass.CONNECTION;
      case TIMEOUT -> FailureClass.TIMEOUT;
      case BUSY -> FailureClass.UNAVAILABLE;
      default -> FailureClass.BAD_GATEWAY;
    };
  }
}
