package dev.headgate.tokenizers;

import java.util.Arrays;

/**
 * The few tokens of 16 bytes or more. They lie sorted by their bytes, so that the longest one that
 * a text starts with is the one just below the text, or one that that starts with.
 */
final class LongTokens {
  private static final int NONE = -1;

  private final Vocabulary vocabulary;
  private final int[] sorted;
  private final int[] shorter;

  LongTokens(Vocabulary vocabulary, int[] ids) {
    this.vocabulary = vocabulary;
    this.sorted =
        Arrays.stream(ids)
            .boxed()
            .sorted(
                (a, b) -> compare(a, vocabulary.bytes(), vocabulary.start(b), vocabulary.end(b)))
            .mapToInt(Integer::intValue)
            .toArray();
    this.shorter = prefixes();
  }

  /** For each place the nearest one before it that it starts with. */
  private int[] prefixes() {
    int[] links = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      int candidate = i - 1;
      while (candidate >= 0 && !startsWith(sorted[i], sorted[candidate])) {
        candidate = links[candidate];
      }
      links[i] = candidate;
    }
    return links;
  }

  private boolean startsWith(int id, int prefix) {
    int length = vocabulary.length(prefix);
    return vocabulary.length(id) > length
        && Arrays.equals(
            vocabulary.bytes(),
            vocabulary.start(id),
            vocabulary.start(id) + length,
            vocabulary.bytes(),
            vocabulary.start(prefix),
            vocabulary.start(prefix) + length);
  }

  /**
   * The longest one that a text starts with.
   *
   * @param most how long it may be
   * @return its id; -1 when there is none
   */
  int longest(byte[] text, int at, int most) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(sorted[middle], text, at, at + most) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int place = low - 1;
    if (place < 0) {
      return NONE;
    }
    int common = common(sorted[place], text, at, at + most);
    while (place >= 0 && vocabulary.length(sorted[place]) > common) {
      place = shorter[place];
    }
    return place < 0 ? NONE : sorted[place];
  }

  private int common(int id, byte[] text, int from, int to) {
    int mismatch =
        Arrays.mismatch(
            vocabulary.bytes(), vocabulary.start(id), vocabulary.end(id), text, from, to);
    return mismatch < 0 ? to - from : mismatch;
  }

  private int compare(int id, byte[] text, int from, int to) {
    return Arrays.compareUnsigned(
        vocabulary.bytes(), vocabulary.start(id), vocabulary.end(id), text, from, to);
  }
}
