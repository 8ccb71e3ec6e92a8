package dev.headgate.plugins.storesql.changes;

import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.plugins.storesql.db.Database.Step;
import dev.headgate.plugins.storesql.db.Session;
import dev.headgate.spi.state.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Deletes old changes, and notes how far, so that whoever was away for longer learns of it. */
final class ChangeCleaner {
  private static final Duration KEPT = Duration.ofHours(1);
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final int PIECE = 5_000;

  private final Database database;

  ChangeCleaner(Database database) {
    this.database = database;
  }

  /** Deletes what is old enough. */
  void clean() {
    try {
      int gone = PIECE;
      while (gone == PIECE) {
        gone = database.run("clean", Step.WRITE, DEADLINE, this::cleanSome);
      }
    } catch (StoreException e) {
      System.getLogger("dev.headgate.plugins.storesql")
          .log(System.Logger.Level.DEBUG, "old changes stay for now: {0}", e.getMessage());
    }
  }

  private int cleanSome(Session session) throws SQLException {
    String changes = session.dialect().table("headgate_change");
    List<Long> gone =
        session.query(
            "DELETE FROM %s WHERE number IN (SELECT number FROM %s WHERE made_at < ? ORDER BY number LIMIT %s) RETURNING number"
                .formatted(changes, changes, PIECE),
            row -> row.getLong(1),
            database.clock().millis() - KEPT.toMillis());
    if (!gone.isEmpty()) {
      long highest = gone.stream().mapToLong(Long::longValue).max().getAsLong();
      session.update(
          "UPDATE "
              + session.dialect().table("headgate_number")
              + " SET value = ? WHERE name = 'changes_forgotten' AND value < ?",
          highest,
          highest);
    }
    return gone.size();
  }
}
