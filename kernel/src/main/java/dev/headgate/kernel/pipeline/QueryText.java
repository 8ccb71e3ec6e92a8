package dev.headgate.kernel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads query strings. */
final class QueryText {
  private QueryText() {}

  /** The first value of a parameter, decoded. */
  static Optional<String> first(String query, String name) {
    List<String> values = all(query, name);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
  }

  /** All values of a parameter, decoded. */
  static List<String> all(String query, String name) {
    if (query.isEmpty()) {
      return List.of();
    }
    List<String> values = new ArrayList<>();
    for (String part : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? part : part.substring(0, equals);
      if (PercentCode.decodeQuery(key).equals(name)) {
        values.add(equals < 0 ? "" : PercentCode.decodeQuery(part.substring(equals + 1)));
      }
    }
    return values;
  }
}
