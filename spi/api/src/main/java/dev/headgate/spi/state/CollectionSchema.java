package dev.headgate.spi.state;

import dev.headgate.spi.Preview;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Declares a collection: its name, the columns that can be asked for, and its indexes. Immutable.
 *
 * <p>A later version of a plugin may declare more columns and indexes than an earlier one; what is
 * new is added to the stored collection, and nothing is ever taken from it.
 */
@Preview
public final class CollectionSchema {
  private static final String NAME = "[a-z][a-z0-9_]{0,40}";

  /** The types of columns. */
  public enum Type {
    /** Text without the character NUL; empty when missing. Compared byte by byte as UTF-8. */
    TEXT,
    /** A whole number of 64 bits, also for money in nano-dollars and milliseconds; 0 if missing. */
    NUMBER,
    /**
     * A number that only {@link RecordCollection#add} changes. Writing the record again leaves it
     * alone, so a sum can stand in a record that people edit without losing an addition.
     */
    SUM
  }

  /**
   * A column.
   *
   * @param name lower-case letters, digits, underscores; neither {@code key}, {@code version} nor
   *     {@code document}
   * @param type its type
   */
  public record Column(String name, Type type) {}

  private final String name;
  private final List<Column> columns;
  private final List<List<String>> indexes;
  private final boolean announced;

  private CollectionSchema(
      String name, List<Column> columns, List<List<String>> indexes, boolean announced) {
    this.name = name;
    this.columns = columns;
    this.indexes = indexes;
    this.announced = announced;
  }

  /**
   * A collection without columns.
   *
   * @param name lower-case letters, digits, underscores; unique over all plugins
   */
  public static CollectionSchema named(String name) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException("not a collection name: " + name);
    }
    return new CollectionSchema(name, List.of(), List.of(), false);
  }

  /** With one more column that queries go by. */
  public CollectionSchema indexed(String column, Type type) {
    return column(column, type).index(column);
  }

  /** With one more column that is carried or added to; queries may not go by it. */
  public CollectionSchema column(String column, Type type) {
    boolean taken =
        column(column).isPresent() || List.of("key", "version", "document").contains(column);
    if (!column.matches(NAME) || taken) {
      throw new IllegalArgumentException("not a new column name: " + column);
    }
    List<Column> more = new ArrayList<>(columns);
    more.add(new Column(column, type));
    return new CollectionSchema(name, List.copyOf(more), indexes, announced);
  }

  /**
   * With one more index. Conditions of equality on its first columns, and a range or an order on
   * the next one, are found without reading the other records.
   *
   * @param indexColumns declared columns, in this order
   */
  public CollectionSchema index(String... indexColumns) {
    for (String column : indexColumns) {
      if (column(column).isEmpty()) {
        throw new IllegalArgumentException("no column " + column + " in " + name);
      }
    }
    List<List<String>> more = new ArrayList<>(indexes);
    more.add(List.of(indexColumns));
    return new CollectionSchema(name, columns, List.copyOf(more), announced);
  }

  /**
   * With announcements: every {@code put}, {@code append} and {@code delete}, though no {@code
   * add}, is told to all instances ({@link RecordStore#watch}). For what instances keep in memory;
   * not for logs.
   */
  public CollectionSchema announced() {
    return new CollectionSchema(name, columns, indexes, true);
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** The columns, in the order of declaration. */
  public List<Column> columns() {
    return columns;
  }

  /** The column of this name. */
  public Optional<Column> column(String columnName) {
    return columns.stream().filter(column -> column.name().equals(columnName)).findFirst();
  }

  /** The indexes, each a list of columns, in the order of declaration. */
  public List<List<String>> indexes() {
    return indexes;
  }

  /** Whether queries may go by a column: it stands in an index, or is the key. */
  public boolean searchable(String column) {
    return column.equals(RecordQuery.KEY)
        || indexes.stream().anyMatch(index -> index.contains(column));
  }

  /** Whether changes are told to all instances. */
  public boolean isAnnounced() {
    return announced;
  }
}
