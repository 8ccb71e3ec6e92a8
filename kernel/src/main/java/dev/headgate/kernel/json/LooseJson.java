package dev.headgate.kernel.json;

import java.nio.charset.StandardCharsets;

/**
 * Finds places in JSON that was checked already, or whose faults are somebody else's: an upstream's
 * answer, possibly cut. Checks bounds and nothing else; never throws on any bytes. Each method
 * answers an index, −1 where the bytes end or make no sense.
 */
public final class LooseJson {

  private LooseJson() {}

  /** The first byte that is not white space; the end when there is none. */
  public static int space(byte[] b, int at, int to) {
    int p = at;
    while (p < to && (b[p] == ' ' || b[p] == '\n' || b[p] == '\r' || b[p] == '\t')) {
      p++;
    }
    return p;
  }

  /**
   * Passes over a string.
   *
   * @param at its opening quote
   * @return the index after the closing quote
   */
  public static int string(byte[] b, int at, int to) {
    int p = at + 1;
    while (p < to) {
      if (p <= b.length - Long.BYTES) {
        long mask = Words.quoteOrBackslash(Words.at(b, p));
        if (mask == 0) {
          p += Long.BYTES;
          continue;
        }
        p += Words.first(mask);
        if (p >= to) {
          return -1;
        }
      }
      if (b[p] == '"') {
        return p + 1;
      }
      p += b[p] == '\\' ? 2 : 1;
    }
    return -1;
  }

  /**
   * Passes over a value.
   *
   * @param at its first byte
   * @return the index after it; for a number or literal that touches the end, the end
   */
  public static int value(byte[] b, int at, int to) {
    if (at < 0 || at >= to) {
      return -1;
    }
    return switch (b[at]) {
      case '"' -> string(b, at, to);
      case '{', '[' -> container(b, at, to);
      case '}', ']', ',', ':' -> -1;
      default -> scalar(b, at, to);
    };
  }

  private static int container(byte[] b, int at, int to) {
    int depth = 1;
    int p = at + 1;
    while (p < to) {
      if (p <= b.length - Long.BYTES) {
        long mask = Words.quoteOrBracket(Words.at(b, p));
        if (mask == 0) {
          p += Long.BYTES;
          continue;
        }
        p += Words.first(mask);
        if (p >= to) {
          return -1;
        }
      }
      switch (b[p]) {
        case '"' -> {
          p = string(b, p, to);
          if (p < 0) {
            return -1;
          }
        }
        case '{', '[' -> {
          depth++;
          p++;
        }
        case '}', ']' -> {
          depth--;
          p++;
          if (depth == 0) {
            return p;
          }
        }
        default -> p++;
      }
    }
    return -1;
  }

  private static int scalar(byte[] b, int at, int to) {
    int p = at;
    while (p < to && b[p] > ' ' && b[p] != ',' && b[p] != '}' && b[p] != ']') {
      p++;
    }
    return p == at ? -1 : p;
  }

  /**
   * The first name of an object or value of an array.
   *
   * @param at the opening brace or bracket
   * @return −1 also when it is empty
   */
  public static int first(byte[] b, int at, int to) {
    int p = space(b, at + 1, to);
    return p < to && b[p] != '}' && b[p] != ']' ? p : -1;
  }

  /**
   * The name or value after one.
   *
   * @param at the index after a value
   * @return −1 also when there is no more
   */
  public static int next(byte[] b, int at, int to) {
    if (at < 0) {
      return -1;
    }
    int p = space(b, at, to);
    if (p >= to || b[p] != ',') {
      return -1;
    }
    p = space(b, p + 1, to);
    return p < to ? p : -1;
  }

  /**
   * The value that belongs to a name.
   *
   * @param at the index after the name's closing quote
   */
  public static int afterName(byte[] b, int at, int to) {
    if (at < 0) {
      return -1;
    }
    int p = space(b, at, to);
    if (p >= to || b[p] != ':') {
      return -1;
    }
    p = space(b, p + 1, to);
    return p < to ? p : -1;
  }

  /**
   * The value of an object's field; of the last one when the name stands twice.
   *
   * @param at the opening brace
   * @param name the field's name
   * @return the first byte of the value; −1 also when {@code at} is not at an object
   */
  public static int member(byte[] b, int at, int to, String name) {
    if (at < 0 || at >= to || b[at] != '{') {
      return -1;
    }
    int found = -1;
    int p = first(b, at, to);
    while (p >= 0 && b[p] == '"') {
      int nameEnd = string(b, p, to);
      int value = afterName(b, nameEnd, to);
      if (value >= 0 && named(b, p, nameEnd, name)) {
        found = value;
      }
      p = next(b, value(b, value, to), to);
    }
    return found;
  }

  /**
   * Whether a string says a text.
   *
   * @param from its opening quote
   * @param to one after its closing quote
   * @param text what it may say, decoded
   */
  public static boolean named(byte[] b, int from, int to, String text) {
    int length = to - from - 2;
    int common = Math.min(length, text.length());
    for (int i = 0; i < common; i++) {
      byte c = b[from + 1 + i];
      if (c < 0 || c == '\\') {
        return JsonText.decode(b, from, to).equals(text);
      }
      if (c != text.charAt(i)) {
        return false;
      }
    }
    if (length > common) {
      byte c = b[from + 1 + common];
      return (c < 0 || c == '\\') && JsonText.decode(b, from, to).equals(text);
    }
    return length == text.length();
  }

  /** Whether the bytes from an index on are these ASCII characters. */
  public static boolean startsWith(byte[] b, int at, int to, String ascii) {
    if (at < 0 || to - at < ascii.length()) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      if (b[at + i] != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads a number that is not negative; fractions are rounded up.
   *
   * @param at its first byte
   * @return −1 when there is none, or it is negative
   */
  public static long number(byte[] b, int at, int to) {
    if (at < 0) {
      return -1;
    }
    int p = at;
    long n = 0;
    while (p < to && b[p] >= '0' && b[p] <= '9' && p - at < 18) {
      n = n * 10 + (b[p] - '0');
      p++;
    }
    if (p == at) {
      return -1;
    }
    if (p < to && (b[p] == '.' || (b[p] | 0x20) == 'e' || (b[p] >= '0' && b[p] <= '9'))) {
      return wideNumber(b, at, scalar(b, at, to));
    }
    return n;
  }

  private static long wideNumber(byte[] b, int from, int to) {
    try {
      return (long)
          Math.ceil(
              Double.parseDouble(new String(b, from, to - from, StandardCharsets.ISO_8859_1)));
    } catch (NumberFormatException malformed) {
      return -1;
    }
  }
}
