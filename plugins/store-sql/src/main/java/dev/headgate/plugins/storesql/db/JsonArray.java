package dev.headgate.plugins.storesql.db;

/** Writes values as a JSON array, which is how SQLite takes a list in one parameter. */
final class JsonArray {
  private JsonArray() {}

  static String of(Object[] values) {
    StringBuilder json = new StringBuilder("[");
    for (Object value : values) {
      if (json.length() > 1) {
        json.append(',');
      }
      if (value instanceof Long) {
        json.append(value);
      } else {
        quote(value.toString(), json);
      }
    }
    return json.append(']').toString();
  }

  private static void quote(String text, StringBuilder json) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
