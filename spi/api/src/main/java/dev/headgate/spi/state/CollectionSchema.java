package dev.headgate.spi.state;

import dev.headgate.spi.Preview;
import java.util.ArrayList;
import java.util.List;

/** Declares a collection: its name, and the columns that can be asked for. Immutable. */
@Preview
public final class CollectionSchema {

  /** The types of columns. */
  public enum Type {
    /** Text. */
    TEXT,
    /** A whole number of 64 bits; also for money in nano-dollars and for milliseconds. */
    NUMBER
  }

  /**
   * A column.
   *
   * @param name letters, digits, underscores
   * @param type its type
   * @param indexed whether queries go by it
   */
  public record Column(String name, Type type, boolean indexed) {}

  private final String name;
  private final List<Column> columns;

  private CollectionSchema(String name, List<Column> columns) {
    if (!name.matches("[a-z][a-z0-9_]{0,40}")) {
      throw new IllegalArgumentException("not a collection name: " + name);
    }
    this.name = name;
    this.columns = columns;
  }

  /**
   * A collection without columns.
   *
   * @param name letters, digits, underscores; unique over all plugins
   */
  public static CollectionSchema named(String name) {
    return new CollectionSchema(name, List.of());
  }

  /** With one more column that queries go by. */
  public CollectionSchema indexed(String column, Type type) {
    return with(new Column(column, type, true));
  }

  /** With one more column that is only carried or added to. */
  public CollectionSchema column(String column, Type type) {
    return with(new Column(column, type, false));
  }

  private CollectionSchema with(Column column) {
    List<Column> more = new ArrayList<>(columns);
    more.add(column);
    return new CollectionSchema(name, List.copyOf(more));
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** The columns, in the order of declaration. */
  public List<Column> columns() {
    return columns;
  }
}
