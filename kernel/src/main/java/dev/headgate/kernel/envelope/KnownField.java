package dev.headgate.kernel.envelope;

import dev.headgate.kernel.json.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The fields that the gateway itself reads, told apart by their length first. */
final class KnownField {
  static final int MODEL = 0;
  static final int STREAM = 1;
  static final int STREAM_OPTIONS = 2;
  static final int USER = 3;
  // In the order in which they count as the bound of the output.
  static final int MAX_COMPLETION_TOKENS = 4;
  static final int MAX_OUTPUT_TOKENS = 5;
  static final int MAX_TOKENS = 6;
  static final int MAX_TOKENS_TO_SAMPLE = 7;
  static final int COUNT = 8;
  static final int NONE = -1;

  private static final byte[][] NAMES = {
    ascii("model"),
    ascii("stream"),
    ascii("stream_options"),
    ascii("user"),
    ascii("max_completion_tokens"),
    ascii("max_output_tokens"),
    ascii("max_tokens"),
    ascii("max_tokens_to_sample")
  };

  // The first and the last eight bytes of each name, the first ones of a shorter name with zeros:
  // two comparisons decide on names of up to sixteen bytes.
  private static final long[] FIRST = new long[COUNT];
  private static final long[] LAST = new long[COUNT];

  static {
    for (int i = 0; i < COUNT; i++) {
      byte[] name = NAMES[i];
      FIRST[i] = Words.at(Arrays.copyOf(name, Math.max(Long.BYTES, name.length)), 0);
      LAST[i] = name.length < Long.BYTES ? 0 : Words.at(name, name.length - Long.BYTES);
    }
  }

  private KnownField() {}

  private static byte[] ascii(String name) {
    return name.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Which field a name means, or {@link #NONE}; the range is without quotes and escapes. */
  static int of(byte[] b, int from, int to) {
    int field =
        switch (to - from) {
          case 4 -> USER;
          case 5 -> MODEL;
          case 6 -> STREAM;
          case 10 -> MAX_TOKENS;
          case 14 -> STREAM_OPTIONS;
          case 17 -> MAX_OUTPUT_TOKENS;
          case 20 -> MAX_TOKENS_TO_SAMPLE;
          case 21 -> MAX_COMPLETION_TOKENS;
          default -> NONE;
        };
    if (field == NONE) {
      return NONE;
    }
    int length = to - from;
    if (length <= 2 * Long.BYTES && from <= b.length - Long.BYTES && length >= Long.BYTES) {
      return Words.at(b, from) == FIRST[field] && Words.at(b, to - Long.BYTES) == LAST[field]
          ? field
          : NONE;
    }
    if (length < Long.BYTES && from <= b.length - Long.BYTES) {
      long mask = -1L >>> (Long.SIZE - length * Byte.SIZE);
      return (Words.at(b, from) & mask) == FIRST[field] ? field : NONE;
    }
    byte[] name = NAMES[field];
    return Arrays.equals(b, from, to, name, 0, name.length) ? field : NONE;
  }
}
