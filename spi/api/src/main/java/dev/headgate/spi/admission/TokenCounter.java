package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;
import java.lang.foreign.MemorySegment;

/**
 * Counts the tokens of texts in one encoding. Used by many threads at once. Texts over 64 KB are
 * counted on a small pool of platform threads, shorter ones on the request's thread.
 *
 * <p>Text that is not valid UTF-8 is no error: each malformed part, as a lenient decoder sees it,
 * counts as one U+FFFD. What looks like a special token counts as the ordinary text that it is.
 */
@Preview
public interface TokenCounter {

  /**
   * Counts.
   *
   * @param utf8 the text in UTF-8, without JSON escapes; on the heap or not
   * @return tokens
   */
  long count(MemorySegment utf8);

  /**
   * Counts no further than a limit, where only that matters.
   *
   * @param utf8 the text
   * @param limit tokens
   * @return the count when it is at most the limit, else any number above the limit
   */
  default long countUpTo(MemorySegment utf8, long limit) {
    return count(utf8);
  }

  /**
   * Cuts a text into its tokens, in order; for people, tests and truncation rather than for the
   * path of a request.
   *
   * @param utf8 the text
   * @param sink told of each token and each piece, on the calling thread
   * @throws UnsupportedOperationException if this counter counts only, as estimates do
   */
  default void split(MemorySegment utf8, TokenSink sink) {
    throw new UnsupportedOperationException(
        "this counter cannot tell tokens apart: " + fingerprint());
  }

  /**
   * Told, for a request of which this counter counted every text, what the provider counted.
   * Estimates learn from it; others ignore it. On the request's thread; must not block.
   *
   * @param counted what this counter made of the request
   * @param actual what the provider said
   */
  default void learn(long counted, long actual) {}

  /** How far the counts can be trusted. */
  Exactness exactness();

  /** Names ranks and Unicode version: equal fingerprints count equally. */
  String fingerprint();
}
