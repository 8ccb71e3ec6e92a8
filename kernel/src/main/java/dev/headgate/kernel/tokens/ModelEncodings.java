package dev.headgate.kernel.tokens;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The encodings of models by parts of their names; the table is the resource models.txt. */
final class ModelEncodings {

  /**
   * A line of the table.
   *
   * @param part what the name holds
   * @param open whether letters or digits may follow it
   * @param encoding the model's
   */
  private record Entry(String part, boolean open, String encoding) {}

  private final List<Entry> entries;

  private ModelEncodings(List<Entry> entries) {
    this.entries = entries;
  }

  /** The table that comes with the gateway. */
  static ModelEncodings packaged() {
    List<Entry> entries = new ArrayList<>();
    for (String line : lines("models.txt")) {
      String[] words = line.split("\\s+", -1);
      boolean open = words[0].endsWith("*");
      String part = open ? words[0].substring(0, words[0].length() - 1) : words[0];
      entries.add(new Entry(part, open, words[1]));
    }
    entries.sort(Comparator.comparingInt((Entry entry) -> entry.part().length()).reversed());
    return new ModelEncodings(List.copyOf(entries));
  }

  /** The lines of a resource of this package that say something. */
  static List<String> lines(String resource) {
    try (InputStream stream = ModelEncodings.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException("the kernel's resource " + resource + " is missing");
      }
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
      return reader
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The encoding of a model; empty when the table does not know it. */
  Optional<String> of(String model) {
    String name = model.toLowerCase(Locale.ROOT);
    for (Entry entry : entries) {
      if (holds(name, entry)) {
        return Optional.of(entry.encoding());
      }
    }
    return Optional.empty();
  }

  private static boolean holds(String name, Entry entry) {
    int at = name.indexOf(entry.part());
    while (at >= 0) {
      int end = at + entry.part().length();
      boolean starts = at == 0 || !Character.isLetterOrDigit(name.charAt(at - 1));
      boolean ends =
          entry.open() || end == name.length() || !Character.isLetterOrDigit(name.charAt(end));
      if (starts && ends) {
        return true;
      }
      at = name.indexOf(entry.part(), at + 1);
    }
    return false;
  }
}
