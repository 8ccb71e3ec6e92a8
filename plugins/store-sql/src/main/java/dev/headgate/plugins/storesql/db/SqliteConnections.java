package dev.headgate.plugins.storesql.db;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** Connections to a file of SQLite. */
final class SqliteConnections implements Pool.Source {
  /** How many read at a time. */
  static final int READERS = 3;

  private static final int BUSY_MILLIS = 10_000;

  private final Path file;
  private final Path nativeFolder;
  private @Nullable SQLiteDataSource source;

  /**
   * @param file made when it is not there; its folder is
   * @param nativeFolder where SQLite's native code is kept
   */
  SqliteConnections(Path file, Path nativeFolder) {
    this.file = file;
    this.nativeFolder = nativeFolder;
  }

  @Override
  public HikariDataSource open() {
    HikariDataSource pool = Pool.configured("store-sqlite", READERS + 1);
    pool.setDataSource(source());
    // A connection to a file does not age.
    pool.setMaxLifetime(0);
    return pool;
  }

  private synchronized SQLiteDataSource source() {
    SQLiteDataSource made = source;
    if (made == null) {
      NativeCode.unpack(nativeFolder);
      SQLiteConfig config = new SQLiteConfig();
      config.setJournalMode(SQLiteConfig.JournalMode.WAL);
      // What a journal hands over is deleted there, so it must not be lost here with the power.
      config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
      config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
      config.setBusyTimeout(BUSY_MILLIS);
      config.setTempStore(SQLiteConfig.TempStore.MEMORY);
      made = new SQLiteDataSource(config);
      made.setUrl("jdbc:sqlite:" + file);
      source = made;
    }
    return made;
  }

  /** A file that is not there yet answers well: whoever asks must not make it. */
  @Override
  public void ask() throws SQLException {
    if (!Files.exists(file)) {
      return;
    }
    try (Connection connection = source().getConnection();
        var statement = connection.prepareStatement("SELECT count(*) FROM sqlite_master");
        var rows = statement.executeQuery()) {
      rows.next();
    }
  }
}
