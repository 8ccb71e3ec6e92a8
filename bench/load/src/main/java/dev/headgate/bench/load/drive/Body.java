package dev.headgate.bench.load.drive;

import java.util.Arrays;

/** The body of an answer as it grows, without its framing. One array serves all answers. */
final class Body {

  private static final int LARGEST = 64 * 1024 * 1024;

  private byte[] bytes = new byte[4_096];
  private int length;

  void clear() {
    length = 0;
  }

  void append(byte[] from, int offset, int count) throws BadAnswer {
    if (length + count > bytes.length) {
      if (length + count > LARGEST) {
        throw new BadAnswer("the answer is larger than " + LARGEST + " bytes");
      }
      bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
    }
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  /** The array; only the first {@link #length} bytes count. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }
}
