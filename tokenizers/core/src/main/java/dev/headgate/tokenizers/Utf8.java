package dev.headgate.tokenizers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks UTF-8: everything behind this check may trust it. */
final class Utf8 {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long BEYOND_ASCII = 0x8080808080808080L;

  private Utf8() {}

  /**
   * Finds the first malformed byte.
   *
   * @return its offset; {@code to} when there is none
   */
  static int firstMalformed(byte[] text, int from, int to) {
    int at = from;
    while (at < to) {
      if (text[at] >= 0) {
        at = skipAscii(text, at, to);
      } else {
        int length = sequence(text, at, to);
        if (length < 0) {
          return at;
        }
        at += length;
      }
    }
    return to;
  }

  private static int skipAscii(byte[] text, int from, int to) {
    int at = from;
    while (at <= to - 32
        && (((long) LONG.get(text, at)
                    | (long) LONG.get(text, at + 8)
                    | (long) LONG.get(text, at + 16)
                    | (long) LONG.get(text, at + 24))
                & BEYOND_ASCII)
            == 0) {
      at += 32;
    }
    while (at < to && text[at] >= 0) {
      at++;
    }
    return at;
  }

  /**
   * The length of the character that starts with a byte beyond ASCII.
   *
   * @return bytes; when it is malformed, the negative length of the part to replace
   */
  static int sequence(byte[] text, int at, int to) {
    int lead = text[at] & 0xff;
    if (lead < 0xc2 || lead > 0xf4) {
      return -1;
    }
    if (at + 1 >= to || !isSecond(lead, text[at + 1])) {
      return -1;
    }
    if (lead < 0xe0) {
      return 2;
    }
    if (at + 2 >= to || text[at + 2] > (byte) 0xbf) {
      return -2;
    }
    if (lead < 0xf0) {
      return 3;
    }
    return at + 3 >= to || text[at + 3] > (byte) 0xbf ? -3 : 4;
  }

  /** Leaves out overlong forms, surrogates and what is beyond the last code point. */
  private static boolean isSecond(int lead, int second) {
    int low = lead == 0xe0 ? (byte) 0xa0 : lead == 0xf0 ? (byte) 0x90 : (byte) 0x80;
    int high = lead == 0xed ? (byte) 0x9f : lead == 0xf4 ? (byte) 0x8f : (byte) 0xbf;
    return second >= low && second <= high;
  }
}
