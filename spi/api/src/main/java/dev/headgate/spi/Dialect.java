package dev.headgate.spi;

/**
 * The wire dialect of a request and of its answer and errors. New constants may be added in a minor
 * version: a {@code switch} over this enum needs a default.
 */
@Preview
public enum Dialect {
  /** OpenAI's chat completions, completions, embeddings and models. */
  OPENAI,
  /** OpenAI's Responses. */
  RESPONSES,
  /** Anthropic's Messages. */
  ANTHROPIC,
  /** The gateway's own routes. */
  GATEWAY
}
