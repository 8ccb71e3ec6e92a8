package dev.headgate.plugins.storesql.changes;

import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.plugins.storesql.db.Database.Step;
import dev.headgate.spi.state.ChangeFeed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/** Carries messages between instances through the log of changes. */
public final class SqlChangeFeed implements ChangeFeed {
  private static final int MOST_BYTES = 4_000;
  private static final String PREFIX = "topic ";

  private final Database database;
  private final ChangeReader reader;
  private final Duration deadline;

  /**
   * @param deadline of publishing
   */
  public SqlChangeFeed(Database database, ChangeReader reader, Duration deadline) {
    this.database = database;
    this.reader = reader;
    this.deadline = deadline;
  }

  @Override
  public String name() {
    return "sql";
  }

  @Override
  public void publish(String topic, String message) {
    int bytes = message.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a message of " + bytes + " bytes; allowed are " + MOST_BYTES);
    }
    database.run(
        "publish",
        Step.WRITE,
        deadline,
        session -> {
          session.announce(PREFIX + topic, message);
          return true;
        });
  }

  @Override
  public AutoCloseable subscribe(String topic, Consumer<String> listener) {
    return reader.subscribe(PREFIX + topic, listener);
  }
}
