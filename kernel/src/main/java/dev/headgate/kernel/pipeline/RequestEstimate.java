package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.kernel.routing.CandidateList;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.spi.admission.Estimate;
import dev.headgate.spi.admission.PriceBook;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.request.TextSpan;
import java.lang.foreign.MemorySegment;

/** What a request may use; a count is made when asked for, once. */
final class RequestEstimate implements Estimate {
  /** Tokens that dialects add for each message and for the reply. */
  private static final long PER_TEXT = 4;

  private static final long DEFAULT_OUTPUT = 16_384;

  private final Exchange exchange;
  private long inputTokens = -1;

  RequestEstimate(Exchange exchange) {
    this.exchange = exchange;
  }

  @Override
  public long inputTokensAtMost() {
    // Every encoding in use is made of bytes: a text has no more tokens than bytes.
    return (long) exchange.client.bodyTo() - exchange.client.bodyFrom();
  }

  @Override
  public long inputTokens() {
    if (inputTokens < 0) {
      inputTokens = count();
    }
    return inputTokens;
  }

  private long count() {
    var counters = exchange.state.counters();
    CandidateList candidates = exchange.candidates;
    if (counters.isEmpty() || candidates == null || candidates.size() == 0) {
      return inputTokensAtMost() / 4 + 1;
    }
    TokenCounter counter = counters.get().forModel(candidates.get(0).upstreamModel(exchange.tail));
    byte[] body = exchange.client.body();
    long total = 3;
    for (TextSpan text : exchange.envelope().texts()) {
      int from = exchange.client.bodyFrom() + text.span().start() + 1;
      int to = exchange.client.bodyFrom() + text.span().end() - 1;
      total += PER_TEXT + counter.count(MemorySegment.ofArray(body).asSlice(from, to - from));
    }
    return total;
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
      long cost = hook.extension().atMost(deployment, inputTokens(), outputTokensAtMost());
      HookCall.ok(exchange, hook, started);
      most = Math.max(most, cost);
    }
    return most;
  }
}
