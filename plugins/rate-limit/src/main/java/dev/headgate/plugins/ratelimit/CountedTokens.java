package dev.headgate.plugins.ratelimit;

import dev.headgate.spi.usage.Usage;

/** Which tokens limits of tokens count. What a prompt cache gave does not count. */
enum CountedTokens {
  TOTAL,
  INPUT,
  OUTPUT;

  long of(Usage usage) {
    long input = Math.max(0, usage.inputTokens() - usage.cacheReadTokens());
    return switch (this) {
      case TOTAL -> input + usage.outputTokens();
      case INPUT -> input;
      case OUTPUT -> usage.outputTokens();
    };
  }

  long of(long input, long output) {
    return switch (this) {
      case TOTAL -> input + output;
      case INPUT -> input;
      case OUTPUT -> output;
    };
  }
}
