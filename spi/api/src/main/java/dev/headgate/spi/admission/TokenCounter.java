package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;
import java.lang.foreign.MemorySegment;

/**
 * Counts the tokens of texts in one encoding. Used by many threads at once. Texts over 64 KB are
 * counted on a small pool of platform threads, shorter ones on the request's thread.
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

  /** How far the counts can be trusted. */
  Exactness exactness();

  /** Names ranks and Unicode version: equal fingerprints count equally. */
  String fingerprint();
}
