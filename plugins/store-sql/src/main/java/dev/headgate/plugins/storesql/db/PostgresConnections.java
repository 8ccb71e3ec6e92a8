package dev.headgate.plugins.storesql.db;

import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.plugins.storesql.db.Databases.Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Connections to a server of PostgreSQL. */
final class PostgresConnections implements Pool.Source {
  private static final int ANSWER_MILLIS = 2_000;

  private final Server server;
  private final int connections;

  PostgresConnections(Server server, int connections) {
    this.server = server;
    this.connections = connections;
  }

  @Override
  public HikariDataSource open() {
    HikariDataSource pool = Pool.configured("store-postgres", connections);
    pool.setDriverClassName("org.postgresql.Driver");
    pool.setJdbcUrl(server.url());
    pool.setDataSourceProperties(server.properties());
    pool.setMaxLifetime(TimeUnit.MINUTES.toMillis(30));
    pool.setKeepaliveTime(TimeUnit.MINUTES.toMillis(2));
    return pool;
  }

  @Override
  public void ask() throws SQLException {
    Properties hasty = new Properties();
    hasty.putAll(server.properties());
    hasty.setProperty("loginTimeout", "2");
    try (Connection connection = DriverManager.getConnection(server.url(), hasty)) {
      connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
      try (var statement = connection.prepareStatement("SELECT 1");
          var rows = statement.executeQuery()) {
        rows.next();
      }
    }
  }
}
