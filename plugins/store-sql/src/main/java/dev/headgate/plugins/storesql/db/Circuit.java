package dev.headgate.plugins.storesql.db;

import dev.headgate.spi.state.StoreException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether the database is there. After the first sign of a loss it asks on a connection of
 * its own, and from the first such question without an answer every call fails at once, until an
 * answer comes. So a call waits at most its own deadline, and only while nobody knows yet.
 */
final class Circuit implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.storesql");
  private static final long PAUSE_MILLIS = 250;

  /** Asks the database for an answer. */
  interface Question {
    void ask() throws SQLException;
  }

  private final String where;
  private final Question question;
  private final List<Runnable> returns = new CopyOnWriteArrayList<>();
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile @Nullable String lost;
  private volatile boolean closed;

  Circuit(String where, Question question) {
    this.where = where;
    this.question = question;
  }

  /** Has something run when the database is back, before calls are let through again. */
  void onReturn(Runnable action) {
    returns.add(action);
  }

  boolean isLost() {
    return lost != null;
  }

  /** Fails when the database is known to be lost. */
  void requireThere() {
    String reason = lost;
    if (reason != null) {
      throw new StoreException("the database " + where + " is not reachable: " + reason);
    }
  }

  /** Asks now. */
  void ask() throws SQLException {
    question.ask();
  }

  /** Takes it for lost until it answers. */
  void lose(String reason) {
    lost = reason;
    suspect();
  }

  /** Finds out whether it is lost, in the background. */
  void suspect() {
    if (!closed && asking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("store-sql-circuit").start(this::askUntilAnswered);
    }
  }

  private void askUntilAnswered() {
    try {
      while (!closed && !answered()) {
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      asking.set(false);
    }
  }

  private boolean answered() {
    try {
      question.ask();
      if (lost != null) {
        returns.forEach(Runnable::run);
        lost = null;
        LOG.log(System.Logger.Level.INFO, "the database {0} is back", where);
      }
      return true;
    } catch (SQLException | RuntimeException e) {
      String reason = Failures.sentence(e);
      if (lost == null) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the database {0} is lost, and what memory cannot answer is refused until it is back:"
                + " {1}",
            where,
            reason);
      }
      lost = reason;
      return false;
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
