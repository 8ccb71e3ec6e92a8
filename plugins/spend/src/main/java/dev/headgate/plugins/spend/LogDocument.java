package dev.headgate.plugins.spend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * The document of a call in the log, read back: flat, but for its tags.
 *
 * @param values texts, numbers and flags as text
 * @param tags the tags
 */
record LogDocument(Map<String, String> values, List<String> tags) {

  static LogDocument of(String document) {
    Map<String, String> values = new HashMap<>();
    List<String> tags = new ArrayList<>();
    if (!document.isEmpty()) {
      try (JsonParser parser = LogRow.JSON.createParser(ObjectReadContext.empty(), document)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          if (parser.nextToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
              tags.add(parser.getString());
            }
          } else {
            values.put(name, parser.getString());
          }
        }
      }
    }
    return new LogDocument(values, tags);
  }

  String text(String name) {
    return values.getOrDefault(name, "");
  }

  long number(String name) {
    String value = values.get(name);
    return value == null ? 0 : Long.parseLong(value);
  }

  boolean flag(String name) {
    return "true".equals(values.get(name));
  }
}
