package dev.headgate.plugins.storesql.db;

import java.util.ArrayList;
import java.util.List;

/** Rows to insert: a key each, a version from the database, and values of columns. */
public final class Insert {

  /** A column. */
  record Column(String name, boolean number) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<Object[]> rows = new ArrayList<>();

  /** Rows with a key. */
  public Insert() {
    columns.add(new Column("key", false));
  }

  /** With one more column. */
  public Insert column(String name, boolean number) {
    columns.add(new Column(name, number));
    return this;
  }

  /**
   * With one more row.
   *
   * @param values String or Long, one for each column, the key first
   */
  public void row(Object... values) {
    rows.add(values);
  }

  List<Column> columns() {
    return columns;
  }

  List<Object[]> rows() {
    return rows;
  }
}
