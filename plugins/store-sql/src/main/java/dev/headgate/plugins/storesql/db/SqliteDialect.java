package dev.headgate.plugins.storesql.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sqlite.SQLiteErrorCode;

/** SQLite: one file, one writer at a time, readers beside it. */
public final class SqliteDialect implements Dialect {
  /** For connections of the pool. */
  public SqliteDialect() {}

  @Override
  public String name() {
    return "SQLite";
  }

  @Override
  public String table(String name) {
    return '"' + name + '"';
  }

  @Override
  public String textType() {
    return "TEXT";
  }

  @Override
  public String numberType() {
    return "INTEGER";
  }

  @Override
  public String versionExpression() {
    return "(SELECT value FROM headgate_number WHERE name = 'version')";
  }

  @Override
  public void beforeVersion(Session session) throws SQLException {
    session.update("UPDATE headgate_number SET value = value + 1 WHERE name = 'version'");
  }

  @Override
  public List<String> insert(Session session, String table, Insert insert, String conflict)
      throws SQLException {
    beforeVersion(session);
    String names =
        insert.columns().stream()
            .map(column -> '"' + column.name() + '"')
            .collect(Collectors.joining(", "));
    String marks = insert.columns().stream().map(column -> "?").collect(Collectors.joining(", "));
    String sql =
        "INSERT INTO %s (%s, version) VALUES (%s, %s) ON CONFLICT (key) DO %s RETURNING key"
            .formatted(table, names, marks, versionExpression(), conflict);
    return session.queryEach(sql, insert.rows());
  }

  @Override
  public boolean arraysAsJson() {
    return true;
  }

  @Override
  public String oneOf(String column, boolean numbers) {
    return column + " IN (SELECT value FROM json_each(?))";
  }

  @Override
  public String contains(String column) {
    return "instr(lower(" + column + "), ?) > 0";
  }

  @Override
  public void isolate(Session session) {
    // Transactions begin as writers, one after the other, so each is alone from the start.
  }

  @Override
  public void lockTables(Session session) {
    // The same: whoever has begun to write is the only one.
  }

  @Override
  public Map<String, String> columns(Session session, String table) throws SQLException {
    Map<String, String> columns = new LinkedHashMap<>();
    session.query(
        "SELECT name, type FROM pragma_table_info(?)",
        row -> columns.put(row.getString(1), row.getString(2)),
        table);
    return columns;
  }

  @Override
  public Set<String> indexes(Session session, String table) throws SQLException {
    return new HashSet<>(
        session.query(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?",
            row -> row.getString(1),
            table));
  }

  @Override
  public List<TableChange> migrations() {
    return List.of(
        new TableChange(
            "the gateway's own tables",
            List.of(
                "CREATE TABLE headgate_number"
                    + " (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL)",
                "INSERT INTO headgate_number (name, value)"
                    + " VALUES ('version', 0), ('changes_forgotten', 0)",
                // Without AUTOINCREMENT numbers would start again once all rows are deleted.
                "CREATE TABLE headgate_change (number INTEGER PRIMARY KEY AUTOINCREMENT,"
                    + " made_at INTEGER NOT NULL, topic TEXT NOT NULL, message TEXT NOT NULL)")));
  }

  @Override
  public void notifyOfChanges(Session session) {
    // Whoever reads the file is in this process and is told directly.
  }

  @Override
  public boolean leavesGaps() {
    return false;
  }

  @Override
  public String runningTransactions() {
    return "SELECT 0, 0";
  }

  @Override
  public String lastChange() {
    return "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'headgate_change'), 0)";
  }

  @Override
  public void ready(Connection connection) {
    // Everything was set when the connection was opened.
  }

  @Override
  public boolean isConflict(SQLException failure) {
    int code = failure.getErrorCode() & 0xff;
    return code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_LOCKED.code;
  }

  @Override
  public boolean isLoss(SQLException failure) {
    int code = failure.getErrorCode() & 0xff;
    return code == SQLiteErrorCode.SQLITE_IOERR.code
        || code == SQLiteErrorCode.SQLITE_CANTOPEN.code
        || code == SQLiteErrorCode.SQLITE_FULL.code;
  }
}
