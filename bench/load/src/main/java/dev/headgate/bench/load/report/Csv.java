package dev.headgate.bench.load.report;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A file of comma-separated values with a first line of names. */
public final class Csv {

  /** One line, by the names of its columns. */
  public record Row(Map<String, String> values) {

    public String text(String column) {
      return values.getOrDefault(column, "");
    }

    /** Empty where the field is. */
    public OptionalDouble number(String column) {
      String text = text(column);
      return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
  }

  private Csv() {}

  /** The lines of a file; none where there is no such file. */
  public static List<Row> read(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      List<String> lines = Files.readAllLines(file);
      List<String> names = split(lines.getFirst());
      List<Row> rows = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        List<String> fields = split(line);
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < Math.min(names.size(), fields.size()); i++) {
          values.put(names.get(i), fields.get(i));
        }
        rows.add(new Row(values));
      }
      return rows;
    } catch (IOException e) {
      throw new BenchException("cannot read " + file + ": " + e.getMessage());
    }
  }

  /** Adds a line, after the line of names where the file is new. */
  public static void append(Path file, List<String> names, List<String> fields) {
    try {
      if (!Files.exists(file)) {
        Files.writeString(file, join(names));
      }
      Files.writeString(file, join(fields), StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new BenchException("cannot write " + file + ": " + e.getMessage());
    }
  }

  private static String join(List<String> fields) {
    return String.join(",", fields.stream().map(Csv::quoted).toList()) + "\n";
  }

  private static String quoted(String field) {
    return field.matches("[^,\"\n\r]*")
        ? field
        : '"' + field.replace("\"", "\"\"").replaceAll("[\r\n]+", " ") + '"';
  }

  private static List<String> split(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        field.append('"');
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
