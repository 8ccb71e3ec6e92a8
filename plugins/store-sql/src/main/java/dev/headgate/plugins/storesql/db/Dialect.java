package dev.headgate.plugins.storesql.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What differs between the databases. */
public interface Dialect {

  /** The name for messages. */
  String name();

  /** The name of a table or an index in SQL, with its schema where that is set. */
  String table(String name);

  /** The type of a column of text, with its order by bytes. */
  String textType();

  /** The type of a column of whole numbers. */
  String numberType();

  /** Gives the next version, within a statement that {@link #beforeVersion} precedes. */
  String versionExpression();

  /** Readies what {@link #versionExpression} reads. */
  void beforeVersion(Session session) throws SQLException;

  /**
   * Inserts rows that are not there yet.
   *
   * @param table the table, as in SQL
   * @param insert the columns and their values, row by row
   * @param conflict what to do with a row whose key is there: {@code NOTHING} or {@code UPDATE …}
   * @return the keys of the rows that were inserted or updated
   */
  List<String> insert(Session session, String table, Insert insert, String conflict)
      throws SQLException;

  /** Whether lists are bound as JSON, for want of arrays. */
  boolean arraysAsJson();

  /** A condition that a column is one of the values of one parameter. */
  String oneOf(String column, boolean numbers);

  /** A condition that a column of text holds the lower-case text of one parameter. */
  String contains(String column);

  /** Makes the transaction that has begun as if it were alone. */
  void isolate(Session session) throws SQLException;

  /** Lets one instance at a time change tables, to the end of the transaction. */
  void lockTables(Session session) throws SQLException;

  /** The columns of a table and their types; empty when there is no table. */
  Map<String, String> columns(Session session, String table) throws SQLException;

  /** The names of the indexes of a table. */
  Set<String> indexes(Session session, String table) throws SQLException;

  /** The migrations of the gateway's own tables, in order. */
  List<TableChange> migrations();

  /** Tells whoever listens that there are changes, when the transaction is committed. */
  void notifyOfChanges(Session session) throws SQLException;

  /** Whether transactions can commit in another order than that of their numbers. */
  boolean leavesGaps();

  /** SQL for the lowest number of a running transaction, and for the next that will be given. */
  String runningTransactions();

  /** SQL for the last number of a change that was given. */
  String lastChange();

  /** Readies a connection from the pool for a step. */
  void ready(Connection connection) throws SQLException;

  /** Whether a step failed because of another one, so that it can be tried again. */
  boolean isConflict(SQLException failure);

  /** Whether the database is gone, rather than of another opinion. */
  boolean isLoss(SQLException failure);
}
