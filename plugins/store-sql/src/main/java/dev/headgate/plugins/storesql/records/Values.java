package dev.headgate.plugins.storesql.records;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordQuery;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks what is to be written against the schema. */
final class Values {
  private final CollectionSchema schema;

  Values(CollectionSchema schema) {
    this.schema = schema;
  }

  /** Refuses names that are no columns. */
  void requireKnown(Map<String, ?> given) {
    for (String name : given.keySet()) {
      if (schema.column(name).isEmpty()) {
        throw new IllegalArgumentException("no column " + name + " in " + schema.name());
      }
    }
  }

  /** A key. */
  static String key(String key) {
    if (key.isEmpty()) {
      throw new IllegalArgumentException("a record needs a key");
    }
    return text(key);
  }

  /** A text, which no database takes with the character NUL. */
  static String text(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a text holds the character NUL");
    }
    return text;
  }

  /** The value of a column, empty or 0 when it is missing. */
  Object of(CollectionSchema.Column column, @Nullable Object value) {
    return switch (value) {
      case null -> Table.isText(column) ? "" : (Object) 0L;
      case String string when Table.isText(column) -> text(string);
      case Long number when !Table.isText(column) -> number;
      case Integer number when !Table.isText(column) -> (long) number;
      default ->
          throw new IllegalArgumentException(
              "the column " + column.name() + " holds no " + value.getClass().getSimpleName());
    };
  }

  /** A column to group by. */
  CollectionSchema.Column column(String name) {
    Optional<CollectionSchema.Column> column = schema.column(name);
    return column.orElseThrow(
        () -> new IllegalArgumentException("no column " + name + " in " + schema.name()));
  }

  /** A column of numbers. */
  CollectionSchema.Column numbers(String name) {
    CollectionSchema.Column column = column(name);
    if (Table.isText(column)) {
      throw new IllegalArgumentException("the column " + name + " holds no numbers");
    }
    return column;
  }

  /** A column that can be added to. */
  void requireSum(String name) {
    if (schema.column(name).map(CollectionSchema.Column::type).orElse(CollectionSchema.Type.TEXT)
        != CollectionSchema.Type.SUM) {
      throw new IllegalArgumentException(
          "the column " + name + " of " + schema.name() + " is no sum");
    }
  }

  static void requireAtMost(int most, int count) {
    if (count > most) {
      throw new IllegalArgumentException(count + " at once; allowed are " + most);
    }
  }

  /** The most that one call takes. */
  static final int MOST = RecordQuery.MOST;
}
