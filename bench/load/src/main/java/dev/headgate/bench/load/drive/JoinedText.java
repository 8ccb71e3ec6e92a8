package dev.headgate.bench.load.drive;

import dev.headgate.bench.upstream.fake.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The values of some JSON fields in a row, wherever they stand: what an answer says, apart from how
 * a gateway has written it. Stamps become empty, white space in arrays goes.
 */
final class JoinedText {

  private static final String STAMP = Character.toString(Stamp.MARK) + "\\d{" + Stamp.DIGITS + "}";

  private JoinedText() {}

  static String of(byte[] body, int length, List<String> fields) {
    String json = new String(body, 0, length, StandardCharsets.UTF_8);
    StringBuilder text = new StringBuilder();
    int at = json.indexOf('"');
    while (at >= 0) {
      int end = endOfString(json, at);
      int value = end < 0 ? -1 : valueAfter(json, end + 1);
      if (value > 0 && fields.contains(json.substring(at + 1, end))) {
        append(text, json, value);
      }
      at = end < 0 ? -1 : json.indexOf('"', end + 1);
    }
    return text.toString().replaceAll(STAMP, "@");
  }

  static boolean contains(byte[] body, int length, String wanted) {
    return new String(body, 0, length, StandardCharsets.UTF_8).contains(wanted);
  }

  private static int endOfString(String json, int quote) {
    for (int i = quote + 1; i < json.length(); i++) {
      if (json.charAt(i) == '\\') {
        i++;
      } else if (json.charAt(i) == '"') {
        return i;
      }
    }
    return -1;
  }

  /** Where the value begins, or −1 where no colon follows. */
  private static int valueAfter(String json, int from) {
    int i = blank(json, from);
    return i < json.length() && json.charAt(i) == ':' ? blank(json, i + 1) : -1;
  }

  private static int blank(String json, int from) {
    int i = from;
    while (i < json.length() && Character.isWhitespace(json.charAt(i))) {
      i++;
    }
    return i;
  }

  private static void append(StringBuilder text, String json, int value) {
    if (value >= json.length()) {
      return;
    }
    if (json.charAt(value) == '"') {
      int end = endOfString(json, value);
      text.append(json, value + 1, end < 0 ? json.length() : end);
    } else if (json.charAt(value) == '[') {
      int end = json.indexOf(']', value);
      text.append(json.substring(value, end < 0 ? json.length() : end).replaceAll("\\s", ""));
    }
  }
}
