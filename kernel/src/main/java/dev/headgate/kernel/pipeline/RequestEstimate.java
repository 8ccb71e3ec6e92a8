package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.kernel.routing.CandidateList;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.kernel.tokens.CountMode;
import dev.headgate.kernel.tokens.Prompt;
import dev.headgate.kernel.tokens.PromptCounting;
import dev.headgate.kernel.tokens.Serving;
import dev.headgate.spi.admission.Estimate;
import dev.headgate.spi.admission.PriceBook;
import dev.headgate.spi.usage.Usage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request may use. Its texts are found on the first question, a count is made when the
 * bounds do not answer one, and once. When every request is counted, a long one is counted beside
 * its upstream call.
 */
final class RequestEstimate implements Estimate {
  private static final long DEFAULT_OUTPUT = 16_384;
  private static final long UNCOUNTED = -1;

  private final Exchange exchange;
  private @Nullable Prompt prompt;
  private @Nullable Serving serving;
  private PromptCounting.@Nullable Count running;
  private long counted = UNCOUNTED;
  private long atLeast;

  RequestEstimate(Exchange exchange) {
    this.exchange = exchange;
  }

  private Prompt prompt() {
    Prompt known = prompt;
    if (known == null) {
      known =
          Prompt.of(
              Objects.requireNonNull(exchange.envelope, "received before"), exchange.operation());
      prompt = known;
      atLeast = known.atLeast();
    }
    return known;
  }

  /** The counter of the model that most likely answers. */
  Serving serving() {
    Serving known = serving;
    if (known == null) {
      known = exchange.state.counters().servingModel(upstreamModel());
      serving = known;
    }
    return known;
  }

  private String upstreamModel() {
    KernelDeployment deployment = exchange.deployment;
    CandidateList candidates = exchange.candidates;
    if (deployment == null && candidates != null && candidates.size() > 0) {
      deployment = candidates.get(0);
    }
    if (deployment != null) {
      return deployment.upstreamModel(exchange.tail);
    }
    return exchange.model == null ? "" : exchange.model;
  }

  /** Whether the count is known. */
  boolean isCounted() {
    return counted != UNCOUNTED;
  }

  /** Starts the count of a request that is counted in any case. */
  void startCounting() {
    PromptCounting.Count count = start(CountMode.ALWAYS, Long.MAX_VALUE);
    if (count.ended()) {
      counted = count.result();
    } else {
      running = count;
    }
  }

  private PromptCounting.Count start(CountMode mode, long limit) {
    return exchange
        .state
        .counting()
        .start(prompt(), serving(), exchange.principal().keyId(), mode, limit);
  }

  /** The input tokens, counted for this reason unless they are known. */
  long count(CountMode mode) {
    if (!isCounted()) {
      PromptCounting.Count count = running;
      counted = (count == null ? start(mode, Long.MAX_VALUE) : count).result();
      running = null;
    }
    return counted;
  }

  @Override
  public long inputTokensAtMost() {
    return isCounted() ? counted : prompt().atMost();
  }

  @Override
  public long inputTokensAtLeast() {
    if (isCounted()) {
      return counted;
    }
    prompt();
    return atLeast;
  }

  @Override
  public long inputTokens() {
    return count(CountMode.BAND);
  }

  @Override
  public long inputTokensUpTo(long limit) {
    if (isCounted()) {
      return counted;
    }
    if (inputTokensAtMost() <= limit) {
      return inputTokensAtMost();
    }
    if (inputTokensAtLeast() > limit) {
      return atLeast;
    }
    if (running != null) {
      return count(CountMode.BAND);
    }
    long found = start(CountMode.BAND, limit).result();
    if (found <= limit) {
      counted = found;
    } else {
      atLeast = limit + 1;
    }
    return found;
  }

  @Override
  public long outputTokensAtMost() {
    long asked = exchange.envelope().maxOutputTokens();
    return asked < 0 ? DEFAULT_OUTPUT : asked;
  }

  @Override
  public long costNanosAtMost() {
    var prices = exchange.state.prices();
    CandidateList candidates = exchange.candidates;
    if (prices.isEmpty() || candidates == null) {
      return -1;
    }
    Hook<PriceBook> hook = prices.get();
    long most = -1;
    for (int i = 0; i < candidates.size(); i++) {
      KernelDeployment deployment = candidates.get(i);
      long started = hook.meter().start();
      long cost = hook.extension().atMost(deployment, inputTokensAtMost(), outputTokensAtMost());
      HookCall.ok(exchange, hook, started);
      most = Math.max(most, cost);
    }
    return most;
  }

  /** Tells an estimate what the provider counted where the gateway had counted before. */
  static void learn(Exchange exchange) {
    RequestEstimate estimate = exchange.estimate;
    Usage usage = exchange.usage;
    if (estimate == null || usage == null || usage.estimated() || !estimate.isCounted()) {
      return;
    }
    Serving serving = estimate.serving();
    if (serving.estimates() && !estimate.prompt().isApproximate()) {
      serving.learn(estimate.counted, usage.inputTokens());
    }
  }

  /** The body goes: a count that is under way ends first. */
  void end() {
    PromptCounting.Count count = running;
    if (count != null) {
      running = null;
      if (exchange.cancelReason() == null) {
        counted = count.result();
      } else {
        count.cancel();
      }
    }
  }
}
