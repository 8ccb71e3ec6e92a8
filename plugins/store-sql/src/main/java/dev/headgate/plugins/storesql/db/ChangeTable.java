package dev.headgate.plugins.storesql.db;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The log of changes, as it is written. */
final class ChangeTable {
  private ChangeTable() {}

  /**
   * Writes what a step announced, as the last thing before its commit: by then the step holds the
   * locks of all its records, so changes of one record are numbered in the order of their commits.
   */
  static void write(Session session, long now) throws SQLException {
    List<Session.Announcement> announcements = session.announcements();
    if (announcements.isEmpty()) {
      return;
    }
    String table = session.dialect().table("headgate_change");
    for (int from = 0; from < announcements.size(); from += 100) {
      List<Session.Announcement> some =
          announcements.subList(from, Math.min(from + 100, announcements.size()));
      List<Object> values = new ArrayList<>();
      for (Session.Announcement one : some) {
        values.add(now);
        values.add(one.topic());
        values.add(one.message());
      }
      session.update(
          "INSERT INTO "
              + table
              + " (made_at, topic, message) VALUES "
              + "(?, ?, ?), ".repeat(some.size() - 1)
              + "(?, ?, ?)",
          values.toArray());
    }
    session.dialect().notifyOfChanges(session);
  }
}
