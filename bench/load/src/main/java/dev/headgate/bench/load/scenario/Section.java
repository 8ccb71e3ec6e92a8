package dev.headgate.bench.load.scenario;

import dev.headgate.bench.load.BenchException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One section of a scenario or target file. What is asked for is noted, so that a key that nobody
 * asks for is refused by name.
 */
public final class Section {

  private final String file;
  private final int line;
  private final String kind;
  private final String name;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> asked = new LinkedHashSet<>();
  private final StringBuilder text = new StringBuilder();

  Section(String file, int line, String kind, String name) {
    this.file = file;
    this.line = line;
    this.kind = kind;
    this.name = name;
  }

  void put(String key, String value, int at) {
    if (values.put(key, value) != null) {
      throw new BenchException(file + ":" + at + ": " + key + " is set twice");
    }
  }

  void addText(String more) {
    text.append(more).append('\n');
  }

  /** What the section describes: {@code lane}, {@code request}, {@code file}; empty for the top. */
  public String kind() {
    return kind;
  }

  public String name() {
    return name;
  }

  /** The lines of a section of raw text. */
  public String text() {
    return text.toString();
  }

  public Optional<String> value(String key) {
    asked.add(key);
    return Optional.ofNullable(values.get(key));
  }

  public String value(String key, String otherwise) {
    return value(key).orElse(otherwise);
  }

  /** The value, which must be there. */
  public String required(String key) {
    return value(key).orElseThrow(() -> new BenchException(where() + " needs " + key));
  }

  public int number(String key, int otherwise) {
    return value(key).map(text -> number(key, text)).orElse(otherwise);
  }

  private int number(String key, String value) {
    try {
      return Integer.parseInt(value.replace("_", ""));
    } catch (NumberFormatException e) {
      throw wrong(key, value, "a whole number");
    }
  }

  public double decimal(String key, double otherwise) {
    return value(key)
        .map(text -> {
          try {
            return Double.parseDouble(text.replace("_", ""));
          } catch (NumberFormatException e) {
            throw wrong(key, text, "a number");
          }
        })
        .orElse(otherwise);
  }

  public boolean flag(String key) {
    String value = value(key, "no");
    return switch (value) {
      case "yes" -> true;
      case "no" -> false;
      default -> throw wrong(key, value, "yes or no");
    };
  }

  /** A length of time such as {@code 500ms}, {@code 3s}, {@code 20m}. */
  public Duration time(String key, Duration otherwise) {
    return value(key).map(text -> time(key, text)).orElse(otherwise);
  }

  private Duration time(String key, String value) {
    try {
      if (value.endsWith("ms")) {
        return Duration.ofMillis(Long.parseLong(value.substring(0, value.length() - 2)));
      }
      long amount = Long.parseLong(value.substring(0, value.length() - 1));
      return switch (value.charAt(value.length() - 1)) {
        case 's' -> Duration.ofSeconds(amount);
        case 'm' -> Duration.ofMinutes(amount);
        default -> throw wrong(key, value, "a time such as 500ms, 3s or 20m");
      };
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      throw wrong(key, value, "a time such as 500ms, 3s or 20m");
    }
  }

  /** Words with white space between them. */
  public List<String> words(String key) {
    return value(key).map(text -> Arrays.asList(text.strip().split("\\s+", -1))).orElse(List.of());
  }

  /** All keys that begin so, without that beginning. */
  public Map<String, String> withPrefix(String prefix) {
    Map<String, String> found = new LinkedHashMap<>();
    values.forEach((key, value) -> {
      if (key.startsWith(prefix)) {
        asked.add(key);
        found.put(key.substring(prefix.length()), value);
      }
    });
    return found;
  }

  /** Refuses what nobody has asked for. */
  public void refuseUnknown() {
    for (String key : values.keySet()) {
      if (!asked.contains(key)) {
        throw new BenchException(
            where() + " has no " + key + "; it has " + String.join(", ", asked));
      }
    }
  }

  public BenchException wrong(String key, String value, String wanted) {
    return new BenchException(where() + ": " + key + " is not " + wanted + ": " + value);
  }

  private String where() {
    return file + ":" + line + ": " + (kind.isEmpty() ? "the top" : kind + " " + name);
  }
}
