package dev.headgate.plugins.storesql.changes;

import java.sql.ResultSet;
import java.sql.SQLException;

/** A line of the log of changes. */
record Change(long number, String topic, String message) {
  static final String COLUMNS = "number, topic, message";

  static Change read(ResultSet row) throws SQLException {
    return new Change(row.getLong(1), row.getString(2), row.getString(3));
  }
}
