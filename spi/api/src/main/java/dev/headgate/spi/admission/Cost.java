package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;

/**
 * What a call cost, by part, in nano-dollars. The total is rounded once and not a sum of the parts.
 */
@Preview
public interface Cost {

  /** The total; −1 when no price is known. */
  long totalNanos();

  /** Input that came from no cache. */
  default long inputNanos() {
    return 0;
  }

  /** Output, reasoning included. */
  default long outputNanos() {
    return 0;
  }

  /** Input read from a prompt cache. */
  default long cacheReadNanos() {
    return 0;
  }

  /** Input written to a prompt cache. */
  default long cacheWriteNanos() {
    return 0;
  }

  /** Of the output: reasoning. */
  default long reasoningNanos() {
    return 0;
  }

  /** Before discount and margin. */
  default long originalNanos() {
    return totalNanos();
  }
}
