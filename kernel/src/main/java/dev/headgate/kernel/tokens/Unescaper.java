package dev.headgate.kernel.tokens;

import dev.headgate.kernel.json.Words;
import java.util.Arrays;

/**
 * Turns what stands between the quotes of a JSON string into the text that it means, in a buffer
 * that is used again. Half a surrogate pair becomes U+FFFD, as every tokenizer reads it. Behind the
 * text there is room that a counter may read when it takes many bytes at once.
 */
final class Unescaper {
  /** Bytes behind the text that may be read. */
  static final int PADDING = 64;

  private static final int REPLACEMENT = 0xfffd;

  private byte[] text = new byte[4096 + PADDING];
  private int length;

  /** Holds the text, from its first byte. */
  byte[] text() {
    return text;
  }

  int length() {
    return length;
  }

  /**
   * Reads the inside of a string.
   *
   * @param from first byte
   * @param to one after the last byte
   */
  void read(byte[] b, int from, int to) {
    // An escape is never shorter than what it means.
    if (text.length < to - from + PADDING) {
      text = new byte[Math.max(to - from + PADDING, text.length * 2)];
    }
    length = 0;
    int p = from;
    while (p < to) {
      p = plain(b, p, to);
      if (p < to) {
        p = escape(b, p, to);
      }
    }
    Arrays.fill(text, length, Math.min(text.length, length + PADDING), (byte) 0);
  }

  /**
   * Copies up to the next backslash and returns its place. Eight bytes are written at once even
   * when not all of them belong to it: what comes next is written over the rest.
   */
  private int plain(byte[] b, int from, int to) {
    byte[] target = text;
    int q = length;
    int p = from;
    int last = to - Long.BYTES;
    while (p <= last) {
      long word = Words.at(b, p);
      Words.put(target, q, word);
      long mask = Words.backslash(word);
      if (mask != 0) {
        int before = Words.first(mask);
        length = q + before;
        return p + before;
      }
      p += Long.BYTES;
      q += Long.BYTES;
    }
    while (p < to && b[p] != '\\') {
      target[q++] = b[p++];
    }
    length = q;
    return p;
  }

  /** Reads one escape and returns the place behind it. */
  private int escape(byte[] b, int at, int to) {
    if (at + 1 >= to) {
      return to;
    }
    switch (b[at + 1]) {
      case 'n' -> text[length++] = '\n';
      case 't' -> text[length++] = '\t';
      case 'r' -> text[length++] = '\r';
      case 'b' -> text[length++] = '\b';
      case 'f' -> text[length++] = '\f';
      case 'u' -> {
        return unit(b, at, to);
      }
      default -> text[length++] = b[at + 1];
    }
    return at + 2;
  }

  private int unit(byte[] b, int at, int to) {
    int unit = hex(b, at, to);
    int end = at + 6;
    if (unit < 0) {
      put(REPLACEMENT);
      return Math.min(to, at + 2);
    }
    if (Character.isHighSurrogate((char) unit) && end + 1 < to && b[end] == '\\') {
      int low = b[end + 1] == 'u' ? hex(b, end, to) : -1;
      if (low >= 0 && Character.isLowSurrogate((char) low)) {
        put(Character.toCodePoint((char) unit, (char) low));
        return end + 6;
      }
    }
    put(Character.isSurrogate((char) unit) ? REPLACEMENT : unit);
    return end;
  }

  /** The unit of an escape that begins at a place; −1 when it is none. */
  private static int hex(byte[] b, int at, int to) {
    if (at + 6 > to) {
      return -1;
    }
    int unit = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = b[i] < 0 ? -1 : Character.digit(b[i], 16);
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  private void put(int c) {
    if (c < 0x80) {
      text[length++] = (byte) c;
    } else if (c < 0x800) {
      text[length++] = (byte) (0xc0 | (c >> 6));
      text[length++] = (byte) (0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
      text[length++] = (byte) (0xe0 | (c >> 12));
      text[length++] = (byte) (0x80 | ((c >> 6) & 0x3f));
      text[length++] = (byte) (0x80 | (c & 0x3f));
    } else {
      text[length++] = (byte) (0xf0 | (c >> 18));
      text[length++] = (byte) (0x80 | ((c >> 12) & 0x3f));
      text[length++] = (byte) (0x80 | ((c >> 6) & 0x3f));
      text[length++] = (byte) (0x80 | (c & 0x3f));
    }
  }
}
