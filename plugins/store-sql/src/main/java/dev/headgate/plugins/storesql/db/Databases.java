package dev.headgate.plugins.storesql.db;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Properties;

/** Opens databases; nothing is connected before the first step. */
public final class Databases {
  private Databases() {}

  /**
   * A file.
   *
   * @param file made when it is not there; its folder is
   * @param nativeFolder where SQLite's native code is kept
   */
  public static Database sqlite(
      Path file, Path nativeFolder, StoreMeters meters, InstantSource clock) {
    return new Database(
        "SQLite at " + file,
        new SqliteDialect(),
        meters,
        clock,
        new Pool(new SqliteConnections(file, nativeFolder)),
        StepThreads.ofNativeCode(SqliteConnections.READERS));
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
    return new Database(
        server.shown(),
        new PostgresDialect(schema, prepareOnServer),
        meters,
        clock,
        new Pool(new PostgresConnections(server, connections)),
        StepThreads.ofSocket());
  }

  /** A connection of one's own to a server. */
  public static Connection connect(Server server) throws SQLException {
    return DriverManager.getConnection(server.url(), server.properties());
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
