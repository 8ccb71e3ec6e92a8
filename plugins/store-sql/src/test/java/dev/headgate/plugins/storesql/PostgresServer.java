package dev.headgate.plugins.storesql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL in a folder of its own, that can be killed and started again. */
final class PostgresServer implements AutoCloseable {
  private static final AtomicInteger NEXT = new AtomicInteger();

  private final Path folder;
  private final int port;
  private EmbeddedPostgres running;

  private PostgresServer(Path folder) throws IOException {
    this.folder = folder;
    this.running = builder(folder).start();
    this.port = running.getPort();
  }

  static PostgresServer start(Path folder) {
    try {
      return new PostgresServer(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EmbeddedPostgres.Builder builder(Path folder) {
    return EmbeddedPostgres.builder()
        .setDataDirectory(folder.resolve("data"))
        .setCleanDataDirectory(false)
        .setPGStartupWait(Duration.ofSeconds(60))
        // By default it may lose what it has committed, for speed.
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("max_connections", "60")
        .setServerConfig("shared_buffers", "64MB");
  }

  int port() {
    return port;
  }

  /** A database of its own, and its address as Prisma writes it. */
  String freshDatabase() {
    String name = "test_" + NEXT.incrementAndGet();
    execute("postgres", "CREATE DATABASE " + name);
    return url(name);
  }

  String url(String database) {
    return "postgresql://postgres:postgres@127.0.0.1:" + port + "/" + database;
  }

  void execute(String database, String sql) {
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres";
    try (Connection connection = DriverManager.getConnection(url);
        var statement = connection.prepareStatement(sql)) {
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The process that started all others. */
  ProcessHandle process() {
    try {
      String first =
          Files.readAllLines(folder.resolve("data").resolve("postmaster.pid")).getFirst();
      return ProcessHandle.of(Long.parseLong(first.strip())).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it as a loss of power would, with all its children. */
  void kill() {
    ProcessHandle process = process();
    ProcessHandle[] all =
        java.util.stream.Stream.concat(java.util.stream.Stream.of(process), process.descendants())
            .toArray(ProcessHandle[]::new);
    for (ProcessHandle one : all) {
      one.destroyForcibly();
    }
    for (ProcessHandle one : all) {
      CompletableFuture<ProcessHandle> gone = one.onExit();
      gone.join();
    }
    close();
  }

  /** Starts it again on the same port and the same data. */
  void restart() {
    try {
      running = builder(folder).setPort(port).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      running.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
