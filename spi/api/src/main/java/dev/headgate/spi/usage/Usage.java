package dev.headgate.spi.usage;

import dev.headgate.spi.Preview;

/**
 * What a call used, in tokens, in one normal form for all dialects: the input includes what was
 * read from and written to a prompt cache; the output includes reasoning. Immutable.
 */
@Preview
public interface Usage {

  /** Tokens of the prompt, cached ones included. */
  long inputTokens();

  /** Tokens produced, reasoning included. */
  long outputTokens();

  /** Of the input: read from the provider's prompt cache. */
  default long cacheReadTokens() {
    return 0;
  }

  /** Of the input: written to the provider's prompt cache. */
  default long cacheWriteTokens() {
    return 0;
  }

  /** Of the output: reasoning. */
  default long reasoningTokens() {
    return 0;
  }

  /** Of the input: audio. */
  default long audioInputTokens() {
    return 0;
  }

  /** Of the output: audio. */
  default long audioOutputTokens() {
    return 0;
  }

  /** Whether these are the gateway's own estimates, because the provider gave none. */
  default boolean estimated() {
    return false;
  }

  /** Input and output. */
  default long totalTokens() {
    return inputTokens() + outputTokens();
  }

  /**
   * Exact numbers of input and output.
   *
   * @param inputTokens tokens of the prompt
   * @param outputTokens tokens produced
   */
  static Usage of(long inputTokens, long outputTokens) {
    return new PlainUsage(inputTokens, outputTokens, 0, 0, 0, false);
  }

  /**
   * Numbers in full.
   *
   * @param inputTokens tokens of the prompt, cached ones included
   * @param outputTokens tokens produced, reasoning included
   * @param cacheReadTokens of the input: read from a prompt cache
   * @param cacheWriteTokens of the input: written to a prompt cache
   * @param reasoningTokens of the output: reasoning
   * @param estimated whether these are estimates
   */
  static Usage of(
      long inputTokens,
      long outputTokens,
      long cacheReadTokens,
      long cacheWriteTokens,
      long reasoningTokens,
      boolean estimated) {
    return new PlainUsage(
        inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens, estimated);
  }
}
