package dev.headgate.kernel.answer;

import dev.headgate.kernel.json.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a large JSON answer that passes in pieces and keeps just the values of {@code id} and
 * {@code usage} of its top level. It knows at each byte how deep it is and whether in a string;
 * what is deeper or of no interest is passed over eight bytes at once.
 */
final class PieceScan {
  private static final int LONGEST_NAME = 8;
  private static final int LONGEST_VALUE = 8192;

  private final byte[] name = new byte[LONGEST_NAME];
  private int nameLength;
  private byte[] value = {};
  private int valueLength;
  private byte[] usage = {};
  private byte[] id = {};

  private int depth;
  private boolean inString;
  private boolean escaped;
  private boolean inValue;
  private boolean kept;

  /** Takes the next piece. */
  void piece(byte[] b, int from, int to) {
    int p = from;
    while (p < to) {
      if (!kept && !escaped && (inString ? depth > 1 || inValue : depth > 1)) {
        p = passOver(b, p, to);
        if (p == to) {
          return;
        }
      }
      take(b[p]);
      p++;
    }
  }

  /** The index of the next byte that changes the state; the end when there is none. */
  private int passOver(byte[] b, int from, int to) {
    int p = from;
    while (p <= b.length - Long.BYTES && p < to) {
      long word = Words.at(b, p);
      long mask = inString ? Words.quoteOrBackslash(word) : Words.quoteOrBracket(word);
      if (mask != 0) {
        return Math.min(to, p + Words.first(mask));
      }
      p += Long.BYTES;
    }
    return Math.min(p, to);
  }

  private void take(byte c) {
    if (inString) {
      character(c);
    } else {
      sign(c);
    }
  }

  private void character(byte c) {
    if (escaped) {
      escaped = false;
    } else if (c == '\\') {
      escaped = true;
    } else if (c == '"') {
      inString = false;
    }
    if (kept) {
      keep(c);
    } else if (depth == 1 && !inValue && inString) {
      nameLength++;
      if (nameLength <= LONGEST_NAME) {
        name[nameLength - 1] = c;
      }
    }
  }

  private void sign(byte c) {
    switch (c) {
      case '"' -> {
        inString = true;
        nameLength = inValue || depth > 1 ? nameLength : 0;
      }
      case '{', '[' -> depth++;
      case '}', ']' -> {
        depth--;
        if (depth == 0) {
          valueEnds();
        }
      }
      case ':' -> {
        if (depth == 1 && !inValue) {
          inValue = true;
          kept = isNamed("usage") || isNamed("id");
          valueLength = 0;
          return;
        }
      }
      case ',' -> {
        if (depth == 1) {
          valueEnds();
        }
      }
      default -> {
        // part of a number or literal, or white space
      }
    }
    if (kept) {
      keep(c);
    }
  }

  private boolean isNamed(String expected) {
    if (nameLength != expected.length()) {
      return false;
    }
    return expected.equals(new String(name, 0, nameLength, StandardCharsets.ISO_8859_1));
  }

  private void keep(byte c) {
    if (valueLength == LONGEST_VALUE || (valueLength == 0 && c <= ' ')) {
      return;
    }
    if (valueLength == value.length) {
      value = Arrays.copyOf(value, Math.max(256, value.length * 2));
    }
    value[valueLength++] = c;
  }

  private void valueEnds() {
    if (kept) {
      byte[] whole = Arrays.copyOf(value, valueLength);
      if (isNamed("id")) {
        id = whole;
      } else {
        usage = whole;
      }
    }
    kept = false;
    inValue = false;
  }

  /** The value of {@code id}; empty when there was none. */
  byte[] id() {
    return id;
  }

  /** The value of {@code usage}; empty when there was none. */
  byte[] usage() {
    return usage;
  }
}
