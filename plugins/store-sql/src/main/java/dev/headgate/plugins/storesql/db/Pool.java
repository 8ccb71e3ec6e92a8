package dev.headgate.plugins.storesql.db;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A pool of connections that is made when it is first needed: nobody may ever ask. */
final class Pool implements AutoCloseable {

  /** Where connections come from. */
  interface Source {

    /** A pool that has not connected yet. */
    HikariDataSource open();

    /** Asks for an answer on a connection of its own. */
    void ask() throws SQLException;
  }

  private final Source source;
  private volatile @Nullable HikariDataSource opened;

  Pool(Source source) {
    this.source = source;
  }

  /** With what all pools have in common. */
  static HikariDataSource configured(String name, int connections) {
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

  /** A connection, to be closed. */
  Connection take() throws SQLException {
    HikariDataSource pool = opened;
    return (pool == null ? open() : pool).getConnection();
  }

  private synchronized HikariDataSource open() {
    HikariDataSource pool = opened;
    if (pool == null) {
      pool = source.open();
      opened = pool;
    }
    return pool;
  }

  /** Asks for an answer on a connection of its own. */
  void ask() throws SQLException {
    source.ask();
  }

  /** A number of the pool, 0 while there is none. */
  int count(ToIntFunction<HikariPoolMXBean> number) {
    HikariDataSource pool = opened;
    HikariPoolMXBean state = pool == null ? null : pool.getHikariPoolMXBean();
    return state == null ? 0 : number.applyAsInt(state);
  }

  /** Drops connections that were open when the database went: the pool does not know. */
  void dropConnections() {
    HikariDataSource pool = opened;
    HikariPoolMXBean state = pool == null ? null : pool.getHikariPoolMXBean();
    if (state != null) {
      state.softEvictConnections();
    }
  }

  @Override
  public synchronized void close() {
    HikariDataSource pool = opened;
    if (pool != null) {
      pool.close();
    }
  }
}
