package dev.headgate.plugins.storesql.changes;

import dev.headgate.plugins.storesql.db.Databases;
import dev.headgate.plugins.storesql.db.Databases.Server;
import dev.headgate.plugins.storesql.db.Failures;
import dev.headgate.plugins.storesql.db.PostgresDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Listens to PostgreSQL on a connection of its own, which must not go through a pooler. While it
 * hears something, changes are read as they are committed; while it does not, every half second.
 */
final class DirectListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.storesql");
  private static final int LISTEN_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 3_000;
  private static final int LISTENS_PER_QUESTION = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final Server server;
  private final Runnable wake;
  private volatile boolean listening;
  private volatile boolean closed;
  private @Nullable Thread thread;

  /**
   * @param wake is run when there is something to read
   */
  DirectListener(Server server, Runnable wake) {
    this.server = server;
    this.wake = wake;
  }

  /** Begins to listen, in the background. */
  synchronized void start() {
    if (thread == null && !closed) {
      thread = Thread.ofVirtual().name("store-sql-listener").start(this::listenAlways);
    }
  }

  /** Whether it hears what is committed. */
  boolean isListening() {
    return listening;
  }

  private void listenAlways() {
    Duration pause = FIRST_PAUSE;
    boolean told = false;
    try {
      while (!closed) {
        try (Connection connection = Databases.connect(server)) {
          connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
          run(connection, "LISTEN " + PostgresDialect.CHANNEL);
          listening = true;
          told = false;
          pause = FIRST_PAUSE;
          wake.run();
          listen(connection);
        } catch (SQLException e) {
          if (!told && !closed) {
            LOG.log(
                System.Logger.Level.WARNING,
                "nothing is heard from {0} (general_settings.database_direct_url), so changes are"
                    + " looked for every 500 ms: {1}",
                server.shown(),
                Failures.sentence(e));
          }
          told = true;
        }
        listening = false;
        wake.run();
        Thread.sleep(pause);
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                ? pause.multipliedBy(2)
                : LONGEST_PAUSE;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      listening = false;
    }
  }

  private void listen(Connection connection) throws SQLException {
    PGConnection ears = connection.unwrap(PGConnection.class);
    for (int silent = 0; !closed; ) {
      PGNotification[] heard = ears.getNotifications(LISTEN_MILLIS);
      if (heard != null && heard.length > 0) {
        silent = 0;
        wake.run();
      } else if (++silent % LISTENS_PER_QUESTION == 0) {
        // A connection that the network has forgotten is silent too.
        run(connection, "SELECT 1");
      }
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
