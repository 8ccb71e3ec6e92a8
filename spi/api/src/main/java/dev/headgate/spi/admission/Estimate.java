package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;

/**
 * What a request may use, known before it goes upstream.
 *
 * <p>The bounds cost next to nothing; a count costs a text's length. Whoever only needs to know
 * whether something fits asks for the bounds first. When a request does not fit with what it has at
 * most, the kernel counts and asks its limits once more, so a {@link LimitSource} that holds {@link
 * #inputTokensAtMost} is exact where it matters without counting anywhere else.
 */
@Preview
public interface Estimate {

  /** The most input tokens that the request can have; the count itself once somebody counted. */
  long inputTokensAtMost();

  /** The fewest input tokens that the request can have; the count itself once somebody counted. */
  default long inputTokensAtLeast() {
    return 0;
  }

  /** The input tokens, counted on the first call and then kept for spend. */
  long inputTokens();

  /**
   * The input tokens as far as a limit decides about them. Counts only when the bounds leave it
   * open, and no further than the limit.
   *
   * @param limit tokens
   * @return the input tokens, or more than that, when at most the limit; else any number above the
   *     limit
   */
  default long inputTokensUpTo(long limit) {
    return inputTokens();
  }

  /** The most output tokens that the request can have. */
  long outputTokensAtMost();

  /**
   * The most that the request can cost over all its candidate deployments; less after a count.
   *
   * @return nano-dollars; −1 when no price is known
   */
  long costNanosAtMost();
}
