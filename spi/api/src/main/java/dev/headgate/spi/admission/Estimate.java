package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;

/** What a request may use, known before it goes upstream. Asking for a count may count. */
@Preview
public interface Estimate {

  /** The most input tokens that the request can have, without counting. */
  long inputTokensAtMost();

  /** The input tokens, counted on the first call and then kept for spend. */
  long inputTokens();

  /** The most output tokens that the request can have. */
  long outputTokensAtMost();

  /**
   * The most that the request can cost over all its candidate deployments.
   *
   * @return nano-dollars; −1 when no price is known
   */
  long costNanosAtMost();
}
