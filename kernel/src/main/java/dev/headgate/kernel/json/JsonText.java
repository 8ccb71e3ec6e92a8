package dev.headgate.kernel.json;

import java.nio.charset.StandardCharsets;

/** JSON strings to texts and back. */
public final class JsonText {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

  private JsonText() {}

  /**
   * Decodes a string; what is no proper escape stays as it is.
   *
   * @param from its opening quote
   * @param to one after its closing quote
   */
  public static String decode(byte[] b, int from, int to) {
    String raw = new String(b, from + 1, Math.max(0, to - from - 2), StandardCharsets.UTF_8);
    int backslash = raw.indexOf('\\');
    if (backslash < 0) {
      return raw;
    }
    StringBuilder text = new StringBuilder(raw.length());
    int done = 0;
    while (backslash >= 0 && backslash + 1 < raw.length()) {
      text.append(raw, done, backslash);
      char c = raw.charAt(backslash + 1);
      done = backslash + 2;
      switch (c) {
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          int unit = unit(raw, done);
          text.append(unit < 0 ? 'u' : (char) unit);
          done += unit < 0 ? 0 : 4;
        }
        default -> text.append(c);
      }
      backslash = raw.indexOf('\\', done);
    }
    return text.append(raw, done, raw.length()).toString();
  }

  private static int unit(String raw, int at) {
    if (at + 4 > raw.length()) {
      return -1;
    }
    int unit = 0;
    for (int i = at; i < at + 4; i++) {
      int digit = raw.charAt(i) < 0x80 ? Character.digit(raw.charAt(i), 16) : -1;
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  /**
   * Writes a text as a JSON string, quotes included. Half a surrogate pair is written as an escape,
   * so that it survives.
   */
  public static byte[] quote(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int extra = 2;
    boolean broken = false;
    for (byte c : utf8) {
      extra += escapeLength(c) - 1;
      // A broken surrogate has become a question mark: only then the text must be looked at.
      broken |= c == '?';
    }
    if (broken && hasBrokenSurrogate(text)) {
      return quoteByCharacter(text);
    }
    byte[] quoted = new byte[utf8.length + extra];
    int p = 0;
    quoted[p++] = '"';
    for (byte c : utf8) {
      p = put(quoted, p, c);
    }
    quoted[p] = '"';
    return quoted;
  }

  private static int escapeLength(byte c) {
    if (c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t') {
      return 2;
    }
    return c >= 0 && c < ' ' ? 6 : 1;
  }

  private static int put(byte[] target, int at, byte c) {
    int length = escapeLength(c);
    int p = at;
    if (length == 1) {
      target[p++] = c;
    } else if (length == 2) {
      target[p++] = '\\';
      target[p++] =
          switch (c) {
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            default -> c;
          };
    } else {
      target[p++] = '\\';
      target[p++] = 'u';
      target[p++] = '0';
      target[p++] = '0';
      target[p++] = HEX[c >> 4];
      target[p++] = HEX[c & 15];
    }
    return p;
  }

  private static boolean hasBrokenSurrogate(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private static byte[] quoteByCharacter(String text) {
    StringBuilder json = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
            json.append("\\u").append(Integer.toHexString(c));
          } else if (c < 0x80) {
            byte[] escaped = new byte[6];
            int length = put(escaped, 0, (byte) c);
            json.append(new String(escaped, 0, length, StandardCharsets.ISO_8859_1));
          } else {
            json.appendCodePoint(c);
          }
        });
    return ('"' + json.toString() + '"').getBytes(StandardCharsets.UTF_8);
  }
}
