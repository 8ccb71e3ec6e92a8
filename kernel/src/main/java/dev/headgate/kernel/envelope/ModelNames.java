package dev.headgate.kernel.envelope;

import dev.headgate.kernel.json.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Strings of model names seen lately, so that a name that comes again costs no allocation. Bounded:
 * a name takes the one place that its hash gives it, whoever was there before. Safe for any number
 * of threads without a lock: entries are immutable, and losing one costs an allocation only.
 */
final class ModelNames {
  private static final int LONGEST = 128;

  private final @Nullable Entry[] entries;

  /**
   * @param places a power of two
   */
  ModelNames(int places) {
    entries = new Entry[places];
  }

  /** The text of a range that holds UTF-8 without escapes. */
  String get(byte[] b, int from, int to) {
    if (to - from > LONGEST) {
      return new String(b, from, to - from, StandardCharsets.UTF_8);
    }
    int place = hash(b, from, to) & (entries.length - 1);
    Entry entry = entries[place];
    if (entry != null && Arrays.equals(entry.bytes, 0, entry.bytes.length, b, from, to)) {
      return entry.name;
    }
    String name = new String(b, from, to - from, StandardCharsets.UTF_8);
    entries[place] = new Entry(Arrays.copyOfRange(b, from, to), name);
    return name;
  }

  private static int hash(byte[] b, int from, int to) {
    int p = from;
    long hash = (long) to - from;
    for (; p + Long.BYTES <= to; p += Long.BYTES) {
      hash = (hash ^ Words.at(b, p)) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> 32;
    }
    for (; p < to; p++) {
      hash = hash * 31 + b[p];
    }
    hash *= 0x9e3779b97f4a7c15L;
    return (int) (hash >>> 40);
  }

  private static final class Entry {
    private final byte[] bytes;
    private final String name;

    Entry(byte[] bytes, String name) {
      this.bytes = bytes;
      this.name = name;
    }
  }
}
