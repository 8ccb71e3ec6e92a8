package dev.headgate.kernel.pipeline;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Decodes percent codes of paths and queries. What is no code stays as it is. */
final class PercentCode {
  private PercentCode() {}

  static String decode(String text) {
    return decode(text, false);
  }

  static String decodeQuery(String text) {
    return decode(text, true);
  }

  private static String decode(String text, boolean plusIsSpace) {
    if (text.indexOf('%') < 0 && (!plusIsSpace || text.indexOf('+') < 0)) {
      return text;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%' && i + 2 < text.length()) {
        int high = Character.digit(text.charAt(i + 1), 16);
        int low = Character.digit(text.charAt(i + 2), 16);
        if (high >= 0 && low >= 0) {
          out.write(high << 4 | low);
          i += 2;
          continue;
        }
      }
      out.write(plusIsSpace && c == '+' ? ' ' : c);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
