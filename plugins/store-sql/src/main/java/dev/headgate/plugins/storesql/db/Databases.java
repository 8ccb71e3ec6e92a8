package dev.headgate.plugins.storesql.db;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** Opens databases; nothing is connected before the first step. */
public final class Databases {
  private static final int SQLITE_READERS = 3;
  private static final int BUSY_MILLIS = 10_000;
  private static final int ANSWER_MILLIS = 2_000;

  private Databases() {}

  /**
   * A file.
   *
   * @param file made when it is not there; its folder is
   */
  public static Database sqlite(Path file, StoreMeters meters, InstantSource clock) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    // What a journal hands over is deleted there, so it must not be lost here with the power.
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    HikariDataSource pool = pool("store-sqlite", SQLITE_READERS + 1);
    pool.setDataSource(source);
    // A connection to a file does not age.
    pool.setMaxLifetime(0);
    return new Database(
        "SQLite at " + file,
        new SqliteDialect(),
        meters,
        clock,
        pool,
        StepThreads.ofNativeCode(SQLITE_READERS),
        () -> {
          try (Connection connection = source.getConnection()) {
            ask(connection);
          }
        });
  }

  /**
   * A server.
   *
   * @param server where it is
   * @param schema where tables lie; empty for the default of the user
   * @param prepareOnServer whether statements may be kept on the server between transactions
   */
  public static Database postgres(
      Server server,
      String schema,
      boolean prepareOnServer,
      int connections,
      StoreMeters meters,
      InstantSource clock) {
    Properties hasty = new Properties();
    hasty.putAll(server.properties());
    hasty.setProperty("loginTimeout", "2");
    HikariDataSource pool = pool("store-postgres", connections);
    pool.setDriverClassName("org.postgresql.Driver");
    pool.setJdbcUrl(server.url());
    pool.setDataSourceProperties(server.properties());
    pool.setMaxLifetime(TimeUnit.MINUTES.toMillis(30));
    pool.setKeepaliveTime(TimeUnit.MINUTES.toMillis(2));
    return new Database(
        server.shown(),
        new PostgresDialect(schema, prepareOnServer),
        meters,
        clock,
        pool,
        StepThreads.ofSocket(),
        () -> {
          try (Connection connection = DriverManager.getConnection(server.url(), hasty)) {
            connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
            ask(connection);
          }
        });
  }

  /** A connection of one's own to a server. */
  public static Connection connect(Server server) throws SQLException {
    return DriverManager.getConnection(server.url(), server.properties());
  }

  /** A pool that connects when it is first asked. */
  private static HikariDataSource pool(String name, int connections) {
    HikariDataSource pool = new HikariDataSource();
    pool.setPoolName(name);
    pool.setMaximumPoolSize(connections);
    pool.setMinimumIdle(1);
    pool.setInitializationFailTimeout(-1);
    pool.setConnectionTimeout(TimeUnit.SECONDS.toMillis(10));
    pool.setValidationTimeout(1_000);
    pool.setRegisterMbeans(false);
    return pool;
  }

  private static void ask(Connection connection) throws SQLException {
    try (var statement = connection.prepareStatement("SELECT 1");
        var rows = statement.executeQuery()) {
      rows.next();
    }
  }

  /**
   * A PostgreSQL server.
   *
   * @param url for the driver, without user and password
   * @param properties for the driver
   * @param shown how messages name it
   */
  public record Server(String url, Properties properties, String shown) {
    @Override
    public String toString() {
      return shown;
    }
  }
}
