package dev.headgate.plugins.spend;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What the tokens of a model cost, nano-dollars per million. A price that is not given is −1, and
 * the price that it is a special case of stands in for it.
 *
 * @param input of the prompt
 * @param output of the answer
 * @param cacheRead of what came from the provider's prompt cache
 * @param cacheWrite of what was written to it
 * @param reasoning of what the model thought
 * @param audioInput of audio in the prompt
 * @param audioOutput of audio in the answer
 * @param tierTokens a prompt with more tokens costs the prices of {@code tier}; 0 without a tier
 * @param tier the prices of long prompts; null without
 */
record Price(
    long input,
    long output,
    long cacheRead,
    long cacheWrite,
    long reasoning,
    long audioInput,
    long audioOutput,
    long tierTokens,
    @org.jspecify.annotations.Nullable Price tier) {
  static final long NONE = -1;

  /** Dollars a token, as LiteLLM's map has them, in nano-dollars per million tokens. */
  static long perMillion(BigDecimal dollarsPerToken) {
    return dollarsPerToken.movePointRight(15).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
  }

  /** The prices that a prompt of this length is charged by. */
  Price forPrompt(long inputTokens) {
    Price long_ = tier;
    return long_ != null && inputTokens > tierTokens ? long_ : this;
  }

  long orInput(long price) {
    return price == NONE ? Math.max(0, input) : price;
  }

  long orOutput(long price) {
    return price == NONE ? Math.max(0, output) : price;
  }
}
