package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.answer.AnswerTap;
import dev.headgate.kernel.answer.OutputText;
import dev.headgate.kernel.tokens.CountMode;
import dev.headgate.kernel.tokens.Prompt;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.usage.Usage;

/**
 * What a call used when its provider did not say, or could not any more since the client left: the
 * prompt as it was counted at admission, or is counted now, and what the model has said.
 */
final class MissingUsage {
  private static final int BYTES_A_TOKEN = 4;

  private MissingUsage() {}

  /** Whether somebody will ask what the call used. */
  static boolean wanted(Exchange exchange) {
    GatewayState state = exchange.state;
    return exchange.envelope != null
        && usesTokens(exchange)
        && (exchange.reservation != null
            || !state.usageListeners().isEmpty()
            || !state.sinks().isEmpty());
  }

  private static boolean usesTokens(Exchange exchange) {
    return switch (exchange.operation()) {
      case CHAT, COMPLETION, EMBEDDING, RESPONSE, MESSAGE -> true;
      default -> false;
    };
  }

  /** Gives the exchange its usage, where it has none that is whole. */
  static void fill(Exchange exchange) {
    AnswerTap tap = exchange.tap;
    boolean left = exchange.cancelReason() == CancelReason.CLIENT_GONE;
    if (tap == null || (exchange.failure != null && !left) || !wanted(exchange)) {
      return;
    }
    boolean brokeOff = left && exchange.streaming && !tap.finished();
    Usage told = exchange.usage == null ? tap.usage() : exchange.usage;
    if (told != null && !brokeOff) {
      exchange.usage = told;
      return;
    }
    RequestEstimate estimate = exchange.estimate;
    if (estimate == null) {
      estimate = new RequestEstimate(exchange);
      exchange.estimate = estimate;
    }
    long output = output(exchange, estimate, tap);
    exchange.usage =
        told == null
            ? Usage.of(input(estimate), output, 0, 0, 0, true)
            : Usage.of(
                told.inputTokens(),
                Math.max(told.outputTokens(), output),
                told.cacheReadTokens(),
                told.cacheWriteTokens(),
                told.reasoningTokens(),
                true);
  }

  private static long input(RequestEstimate estimate) {
    try {
      return estimate.count(CountMode.SETTLE);
    } catch (DenialException overloaded) {
      // The call was made and answered: better a rough number now than none.
      return estimate.inputTokensAtMost() / BYTES_A_TOKEN;
    }
  }

  private static long output(Exchange exchange, RequestEstimate estimate, AnswerTap tap) {
    OutputText said = tap.output();
    if (said == null || said.length() == 0) {
      return 0;
    }
    long more = said.notKept() / BYTES_A_TOKEN;
    try {
      return more
          + exchange
              .state
              .counting()
              .count(
                  Prompt.ofText(said.kept(), 0, said.length()),
                  estimate.serving(),
                  exchange.principal().keyId(),
                  CountMode.SETTLE,
                  Long.MAX_VALUE);
    } catch (DenialException overloaded) {
      return more + said.length() / BYTES_A_TOKEN;
    }
  }
}
