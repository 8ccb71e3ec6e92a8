package dev.headgate.plugins.storesql.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;

/**
 * PostgreSQL, directly or through a pooler that gives each transaction another connection: nothing
 * here outlives a transaction, neither settings nor locks, and tables are named with their schema
 * rather than found by a search path.
 */
public final class PostgresDialect implements Dialect {
  /** The channel on which listeners are told that there are changes. */
  public static final String CHANNEL = "headgate_change";

  private static final long MIGRATION_LOCK = 0x4865616467617465L;

  private final String schema;
  private volatile boolean prepareOnServer;

  /**
   * @param schema where tables lie; empty for the default of the user
   * @param prepareOnServer whether statements may be kept on the server between transactions
   */
  public PostgresDialect(String schema, boolean prepareOnServer) {
    this.schema = schema;
    this.prepareOnServer = prepareOnServer;
  }

  @Override
  public String name() {
    return "PostgreSQL";
  }

  @Override
  public String table(String name) {
    String quoted = '"' + name + '"';
    return schema.isEmpty() ? quoted : '"' + schema.replace("\"", "\"\"") + "\"." + quoted;
  }

  @Override
  public String textType() {
    return "text COLLATE \"C\"";
  }

  @Override
  public String numberType() {
    return "bigint";
  }

  @Override
  public String versionExpression() {
    return "nextval('" + table("headgate_version").replace("'", "''") + "')";
  }

  @Override
  public void beforeVersion(Session session) {
    // The sequence needs no preparation.
  }

  @Override
  public List<String> insert(Session session, String table, Insert insert, String conflict)
      throws SQLException {
    List<Insert.Column> columns = insert.columns();
    String names =
        columns.stream().map(column -> '"' + column.name() + '"').collect(Collectors.joining(", "));
    String arrays =
        columns.stream()
            .map(column -> column.number() ? "?::bigint[]" : "?::text[]")
            .collect(Collectors.joining(", "));
    // In the order of the keys, so that two that insert the same do not wait in a circle.
    String sql =
        ("INSERT INTO %s AS t (%s, version) SELECT %s, %s FROM unnest(%s) AS given (%s)"
                + " ORDER BY given.key COLLATE \"C\" ON CONFLICT (key) DO %s RETURNING key")
            .formatted(table, names, names, versionExpression(), arrays, names, conflict);
    Object[] values = new Object[columns.size()];
    for (int c = 0; c < values.length; c++) {
      Object[] column =
          columns.get(c).number()
              ? new Long[insert.rows().size()]
              : new String[insert.rows().size()];
      for (int r = 0; r < column.length; r++) {
        column[r] = insert.rows().get(r)[c];
      }
      values[c] = column;
    }
    return session.query(sql, row -> row.getString(1), values);
  }

  @Override
  public boolean arraysAsJson() {
    return false;
  }

  @Override
  public String oneOf(String column, boolean numbers) {
    return column + (numbers ? " = ANY (?::bigint[])" : " = ANY (?::text[])");
  }

  @Override
  public String contains(String column) {
    return "strpos(lower(" + column + "), ?) > 0";
  }

  @Override
  public void isolate(Session session) throws SQLException {
    session.run("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
  }

  @Override
  public void lockTables(Session session) throws SQLException {
    session.query("SELECT pg_advisory_xact_lock(?)", row -> true, MIGRATION_LOCK);
  }

  @Override
  public Map<String, String> columns(Session session, String table) throws SQLException {
    Map<String, String> columns = new LinkedHashMap<>();
    session.query(
        "SELECT column_name, data_type FROM information_schema.columns"
            + " WHERE table_schema = coalesce(nullif(?, ''), current_schema()) AND table_name = ?",
        row -> columns.put(row.getString(1), row.getString(2)),
        schema,
        table);
    return columns;
  }

  @Override
  public Set<String> indexes(Session session, String table) throws SQLException {
    return new HashSet<>(
        session.query(
            "SELECT indexname FROM pg_indexes"
                + " WHERE schemaname = coalesce(nullif(?, ''), current_schema()) AND tablename = ?",
            row -> row.getString(1),
            schema,
            table));
  }

  @Override
  public List<TableChange> migrations() {
    return List.of(
        new TableChange(
            "the gateway's own tables",
            List.of(
                "CREATE SEQUENCE " + table("headgate_version"),
                "CREATE TABLE "
                    + table("headgate_number")
                    + " (name text NOT NULL PRIMARY KEY, value bigint NOT NULL)",
                "INSERT INTO "
                    + table("headgate_number")
                    + " (name, value) VALUES ('changes_forgotten', 0)",
                "CREATE SEQUENCE " + table("headgate_change_number"),
                "CREATE TABLE "
                    + table("headgate_change")
                    + " (number bigint NOT NULL DEFAULT nextval('"
                    + table("headgate_change_number").replace("'", "''")
                    + "') PRIMARY KEY, made_at bigint NOT NULL,"
                    + " topic text NOT NULL, message text NOT NULL)")));
  }

  @Override
  public void notifyOfChanges(Session session) throws SQLException {
    session.query("SELECT pg_notify('" + CHANNEL + "', '')", row -> true);
  }

  @Override
  public boolean leavesGaps() {
    return true;
  }

  @Override
  public String runningTransactions() {
    return "SELECT pg_snapshot_xmin(s)::text::bigint, pg_snapshot_xmax(s)::text::bigint"
        + " FROM pg_current_snapshot() AS s";
  }

  @Override
  public String lastChange() {
    return "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "
        + table("headgate_change_number");
  }

  @Override
  public void ready(Connection connection) throws SQLException {
    if (!prepareOnServer) {
      connection.unwrap(PGConnection.class).setPrepareThreshold(0);
    }
  }

  @Override
  public boolean isConflict(SQLException failure) {
    String state = state(failure);
    if (state.equals("26000") || state.equals("42P05")) {
      // A pooler gave this transaction a connection that does not know our statements.
      prepareOnServer = false;
      return true;
    }
    return state.equals("40001") || state.equals("40P01");
  }

  @Override
  public boolean isLoss(SQLException failure) {
    String state = state(failure);
    // 08: the connection; 57P: shut down, starting, or killed; 53300: no connection left; 25006: a
    // server that has become a standby.
    return failure instanceof SQLTransientConnectionException
        || state.startsWith("08")
        || state.startsWith("57P")
        || state.equals("53300")
        || state.equals("25006");
  }

  private static String state(SQLException failure) {
    String state = failure.getSQLState();
    return state == null ? "" : state;
  }
}
