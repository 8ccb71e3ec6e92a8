package dev.headgate.plugins.storesql.db;

import dev.headgate.spi.metrics.Counter;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One use of a connection: prepared statements alone, each counted. For one thread. */
public final class Session {

  /** Reads a row. */
  public interface Reader<T> {
    /** The row that the result stands at. */
    T read(ResultSet row) throws SQLException;
  }

  /** What has changed, for everybody to be told. */
  public record Announcement(String topic, String message) {}

  private final Connection connection;
  private final Dialect dialect;
  private final Counter statements;
  private final List<Announcement> announcements = new ArrayList<>();
  private volatile @Nullable PreparedStatement running;

  Session(Connection connection, Dialect dialect, Counter statements) {
    this.connection = connection;
    this.dialect = dialect;
    this.statements = statements;
  }

  /** What is special of this database. */
  public Dialect dialect() {
    return dialect;
  }

  /**
   * Runs a statement that gives rows.
   *
   * @param values String, Long, Integer, {@code String[]} or {@code Long[]}
   */
  public <T> List<T> query(String sql, Reader<T> reader, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(sql, values);
        ResultSet rows = statement.executeQuery()) {
      List<T> found = new ArrayList<>();
      while (rows.next()) {
        found.add(reader.read(rows));
      }
      return found;
    } finally {
      running = null;
    }
  }

  /** Runs a statement that changes rows, and says how many. */
  public int update(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(sql, values)) {
      return statement.executeUpdate();
    } finally {
      running = null;
    }
  }

  /** Runs a statement without parameters, such as one that makes a table. */
  public void run(String sql) throws SQLException {
    try (PreparedStatement statement = prepared(sql)) {
      statement.execute();
    } finally {
      running = null;
    }
  }

  /** Runs one statement for each row of values that gives at most one row of a text. */
  List<String> queryEach(String sql, List<Object[]> rows) throws SQLException {
    try (PreparedStatement statement = prepared(sql)) {
      List<String> found = new ArrayList<>();
      for (Object[] values : rows) {
        bind(statement, values);
        try (ResultSet result = statement.executeQuery()) {
          while (result.next()) {
            found.add(result.getString(1));
          }
        }
      }
      statements.add(rows.size() - 1L);
      return found;
    } finally {
      running = null;
    }
  }

  /** Has something told to everybody when, and only when, this step is committed. */
  public void announce(String topic, String message) {
    announcements.add(new Announcement(topic, message));
  }

  List<Announcement> announcements() {
    return announcements;
  }

  private PreparedStatement prepared(String sql, Object... values) throws SQLException {
    statements.increment();
    PreparedStatement statement = connection.prepareStatement(sql);
    running = statement;
    bind(statement, values);
    return statement;
  }

  private void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      switch (values[i]) {
        case String text -> statement.setString(i + 1, text);
        case Long number -> statement.setLong(i + 1, number);
        case Integer number -> statement.setInt(i + 1, number);
        case String[] texts -> bindArray(statement, i + 1, "text", texts);
        case Long[] numbers -> bindArray(statement, i + 1, "int8", numbers);
        default -> throw new IllegalArgumentException("no value for SQL: " + values[i].getClass());
      }
    }
  }

  private void bindArray(PreparedStatement statement, int index, String type, Object[] values)
      throws SQLException {
    if (dialect.arraysAsJson()) {
      statement.setString(index, JsonArray.of(values));
      return;
    }
    Array array = connection.createArrayOf(type, values);
    statement.setArray(index, array);
  }

  /** Stops the statement that runs, from another thread. */
  void cancel() {
    PreparedStatement statement = running;
    if (statement == null) {
      return;
    }
    try {
      statement.cancel();
    } catch (SQLException e) {
      // It has just ended by itself, or its connection is gone: either way it no longer runs.
      running = null;
    }
  }
}
