package dev.headgate.plugins.storesql.changes;

import dev.headgate.plugins.storesql.db.Dialect;
import dev.headgate.plugins.storesql.db.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** How far the log of changes has been read. For one thread at a time. */
final class Position {
  private static final int PAGE = 1_000;
  private static final int BACK = 1_000;
  private static final int MOST_GAPS = 10_000;

  /**
   * What a look at the log gave.
   *
   * @param changes what is new
   * @param lost whether some changes can no longer be had
   * @param more whether there may be more at once
   */
  record Look(List<Change> changes, boolean lost, boolean more) {}

  private final String table;
  private final Dialect dialect;
  private final Gaps gaps = new Gaps(MOST_GAPS);
  private long last = -1;

  Position(Dialect dialect) {
    this.dialect = dialect;
    this.table = dialect.table("headgate_change");
  }

  boolean isKnown() {
    return last >= 0;
  }

  /**
   * Begins at the end of the log. Numbers shortly before the end that are not there may belong to
   * transactions that are under way, so they count as missing.
   */
  void begin(Session session) throws SQLException {
    long end = session.query(dialect.lastChange(), row -> row.getLong(1)).getFirst();
    gaps.clear();
    if (dialect.leavesGaps()) {
      long from = Math.max(0, end - BACK);
      List<Long> there =
          session.query(
              "SELECT number FROM " + table + " WHERE number > ? AND number <= ? ORDER BY number",
              row -> row.getLong(1),
              from,
              end);
      long next = running(session)[1];
      long expected = from + 1;
      for (long number : there) {
        gaps.notice(expected, number, next, System.nanoTime());
        expected = number + 1;
      }
      gaps.notice(expected, end + 1, next, System.nanoTime());
    }
    last = end;
  }

  private long[] running(Session session) throws SQLException {
    return session
        .query(dialect.runningTransactions(), row -> new long[] {row.getLong(1), row.getLong(2)})
        .getFirst();
  }

  /** Whether changes that were not read yet have been deleted, or the log was replaced. */
  boolean isLost(Session session) throws SQLException {
    long forgotten =
        session
            .query(
                "SELECT value FROM "
                    + dialect.table("headgate_number")
                    + " WHERE name = 'changes_forgotten'",
                row -> row.getLong(1))
            .getFirst();
    long end = session.query(dialect.lastChange(), row -> row.getLong(1)).getFirst();
    return forgotten > last || end < last;
  }

  /** Reads on. */
  Look look(Session session) throws SQLException {
    List<Change> found = new ArrayList<>(late(session));
    List<Change> fresh =
        session.query(
            "SELECT "
                + Change.COLUMNS
                + " FROM "
                + table
                + " WHERE number > ? ORDER BY number LIMIT "
                + PAGE,
            Change::read,
            last);
    boolean lost = false;
    if (!fresh.isEmpty()) {
      lost = !pass(session, fresh);
      last = fresh.getLast().number();
    }
    found.addAll(fresh);
    return new Look(found, lost, fresh.size() == PAGE);
  }

  private List<Change> late(Session session) throws SQLException {
    if (gaps.isEmpty()) {
      return List.of();
    }
    long lowestRunning = running(session)[0];
    List<Change> late =
        session.query(
            "SELECT "
                + Change.COLUMNS
                + " FROM "
                + table
                + " WHERE "
                + dialect.oneOf("number", true)
                + " ORDER BY number",
            Change::read,
            (Object) gaps.numbers());
    late.forEach(change -> gaps.arrived(change.number()));
    gaps.forget(lowestRunning, System.nanoTime());
    return late;
  }

  private boolean pass(Session session, List<Change> fresh) throws SQLException {
    boolean whole = fresh.getLast().number() - last == fresh.size();
    if (whole || !dialect.leavesGaps()) {
      return true;
    }
    long next = running(session)[1];
    long expected = last + 1;
    boolean kept = true;
    for (Change change : fresh) {
      if (change.number() > expected) {
        kept &= gaps.notice(expected, change.number(), next, System.nanoTime());
      }
      expected = change.number() + 1;
    }
    return kept;
  }
}
