package dev.headgate.testkit.state;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.CollectionSchema.Column;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.StoredRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A record in memory. Immutable. */
record Row(String key, long version, Map<String, Object> columns, String document)
    implements StoredRecord {

  /** A record to write, with all columns of the schema; sums are those of the record before. */
  static Row of(
      CollectionSchema schema,
      String key,
      long version,
      Map<String, ?> given,
      String document,
      @Nullable Row before) {
    for (String name : given.keySet()) {
      if (schema.column(name).isEmpty()) {
        throw new IllegalArgumentException("no column " + name + " in " + schema.name());
      }
    }
    // Columns of a wider schema stay as they are.
    Map<String, Object> columns = new HashMap<>(before == null ? Map.of() : before.columns);
    for (Column column : schema.columns()) {
      Map<String, ?> source =
          before != null && column.type() == CollectionSchema.Type.SUM ? before.columns : given;
      Object value = source.get(column.name());
      columns.put(column.name(), checked(column, value));
    }
    if (key.isEmpty()) {
      throw new IllegalArgumentException("a record needs a key");
    }
    return new Row(sound(key), version, Map.copyOf(columns), sound(document));
  }

  private static Object checked(Column column, @Nullable Object value) {
    return switch (column.type()) {
      case TEXT ->
          switch (value) {
            case null -> "";
            case String string -> sound(string);
            default -> throw wrong(column, value);
          };
      case NUMBER, SUM ->
          switch (value) {
            case null -> 0L;
            case Long number -> number;
            case Integer number -> (long) number;
            default -> throw wrong(column, value);
          };
    };
  }

  private static IllegalArgumentException wrong(Column column, Object value) {
    return new IllegalArgumentException(
        "the column " + column.name() + " holds no " + value.getClass().getSimpleName());
  }

  private static String sound(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a text holds the character NUL");
    }
    return text;
  }

  Row plus(Map<String, Long> amounts) {
    Map<String, Object> sums = new HashMap<>(columns);
    amounts.forEach((column, amount) -> sums.merge(column, amount, (a, b) -> (Long) a + (Long) b));
    return new Row(key, version, Map.copyOf(sums), document);
  }

  /** The same with empty values for the columns that it lacks. */
  Row extended(CollectionSchema wider) {
    Map<String, Object> more = new HashMap<>(columns);
    wider.columns().forEach(column -> more.putIfAbsent(column.name(), checked(column, null)));
    return new Row(key, version, Map.copyOf(more), document);
  }

  Row withoutDocument() {
    return new Row(key, version, columns, "");
  }

  Object value(String column) {
    Object value = column.equals(RecordQuery.KEY) ? key : columns.get(column);
    if (value == null) {
      throw new IllegalArgumentException("no column " + column);
    }
    return value;
  }

  @Override
  public Optional<String> text(String column) {
    return Optional.of((String) value(column)).filter(text -> !text.isEmpty());
  }

  @Override
  public long number(String column) {
    return (Long) value(column);
  }
}
