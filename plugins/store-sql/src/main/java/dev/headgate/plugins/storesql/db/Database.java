package dev.headgate.plugins.storesql.db;

import com.zaxxer.hikari.HikariPoolMXBean;
import dev.headgate.plugins.storesql.db.Failures.SqlFailure;
import dev.headgate.spi.state.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs steps on connections. Each step has a deadline, which holds even when the network swallows
 * packets: the step runs on a thread of its own, and whoever waits for it goes on in time.
 */
public final class Database implements AutoCloseable {
  private static final int TRIES = 12;
  private static final long SUSPICIOUS_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The sorts of steps. */
  public enum Step {
    /** One statement that reads. */
    READ,
    /** A transaction that sees what others commit meanwhile. */
    WRITE,
    /** A transaction as if it were alone. */
    ALONE
  }

  /** Does something with a connection. */
  public interface Work<R> {
    /** Does it; may be called again after a conflict. */
    R run(Session session) throws SQLException;
  }

  private final String where;
  private final Dialect dialect;
  private final StoreMeters meters;
  private final InstantSource clock;
  private final Pool pool;
  private final StepThreads threads;
  private final Circuit circuit;
  private volatile Runnable onChange = () -> {};

  Database(
      String where,
      Dialect dialect,
      StoreMeters meters,
      InstantSource clock,
      Pool pool,
      StepThreads threads) {
    this.where = where;
    this.dialect = dialect;
    this.meters = meters;
    this.clock = clock;
    this.pool = pool;
    this.threads = threads;
    this.circuit = new Circuit(where, pool::ask);
    circuit.onReturn(pool::dropConnections);
    meters.pool(
        () -> pool.count(HikariPoolMXBean::getActiveConnections),
        () -> pool.count(HikariPoolMXBean::getIdleConnections),
        () -> pool.count(HikariPoolMXBean::getThreadsAwaitingConnection),
        () -> circuit.isLost() ? 0 : 1);
  }

  /** The time of the gateway. */
  public InstantSource clock() {
    return clock;
  }

  /** Where it is, without a secret. */
  public String where() {
    return where;
  }

  /** What is special of it. */
  public Dialect dialect() {
    return dialect;
  }

  /** Whether it is known to be lost. */
  public boolean isLost() {
    return circuit.isLost();
  }

  /** Has something run when the database is back, before calls are let through again. */
  public void onReturn(Runnable action) {
    circuit.onReturn(action);
  }

  /** Has somebody told when a step of ours has committed changes. */
  public void onChange(Runnable listener) {
    onChange = listener;
  }

  /**
   * Asks it for an answer, on a connection of its own.
   *
   * @throws StoreException if there is none; the cause says why
   */
  public void askOrFail() {
    try {
      circuit.ask();
    } catch (SQLException e) {
      throw new StoreException(
          "the database " + where + " cannot be used: " + Failures.sentence(e), e);
    }
  }

  /** Takes it for lost until it answers. */
  public void lose(String reason) {
    circuit.lose(reason);
  }

  /**
   * Runs a step.
   *
   * @param operation what it is counted as
   * @throws StoreException if the database is lost, too slow, or of another opinion
   */
  public <R> R run(String operation, Step step, Duration deadline, Work<R> work) {
    circuit.requireThere();
    return runAnyway(operation, step, deadline, work);
  }

  /** The same, also while the database is taken for lost. */
  public <R> R runAnyway(String operation, Step step, Duration deadline, Work<R> work) {
    long start = System.nanoTime();
    boolean done = false;
    try {
      R result = await(operation, step, deadline, work);
      done = true;
      return result;
    } finally {
      meters.seconds(operation).recordNanos(System.nanoTime() - start);
      if (!done) {
        meters.errors(operation).increment();
      }
    }
  }

  private <R> R await(String operation, Step step, Duration deadline, Work<R> work) {
    AtomicReference<@Nullable Session> current = new AtomicReference<>();
    Future<R> running;
    try {
      running = threads.of(step).submit(() -> tryAgain(operation, step, work, current));
    } catch (RejectedExecutionException e) {
      throw new StoreException("the store is closed", e);
    }
    try {
      return patiently(running, deadline.toNanos());
    } catch (TimeoutException e) {
      abandon(running, current.get());
      circuit.suspect();
      circuit.requireThere();
      throw new StoreException(
          "the database " + where + " did not answer within " + deadline.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      abandon(running, current.get());
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for the database", e);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (CancellationException e) {
      throw new StoreException("the store is closed", e);
    }
  }

  /** Waits, but no longer than it takes to find out that the database is lost. */
  private <R> R patiently(Future<R> running, long nanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    long end = System.nanoTime() + nanos;
    long slice = Math.min(nanos, SUSPICIOUS_NANOS);
    while (true) {
      try {
        return running.get(slice, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        long left = end - System.nanoTime();
        if (left <= 0 || circuit.isLost()) {
          throw e;
        }
        circuit.suspect();
        slice = Math.min(left, SLICE_NANOS);
      }
    }
  }

  /** Interrupting closes the socket of a virtual thread; SQLite is told to stop by a call. */
  private static void abandon(Future<?> running, @Nullable Session session) {
    running.cancel(true);
    if (session != null && session.dialect() instanceof SqliteDialect) {
      session.cancel();
    }
  }

  private RuntimeException failure(@Nullable Throwable cause) {
    SQLException sql =
        cause instanceof SqlFailure wrapped
            ? wrapped.failure()
            : cause instanceof SQLException plain ? plain : null;
    if (sql != null) {
      boolean loss = dialect.isLoss(sql);
      if (loss) {
        circuit.suspect();
      }
      return new StoreException(
          "the database "
              + where
              + (loss ? " is not reachable: " : " refused an operation: ")
              + Failures.sentence(sql),
          sql);
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException("a step of the store failed", cause);
  }

  private <R> R tryAgain(
      String operation, Step step, Work<R> work, AtomicReference<@Nullable Session> current)
      throws SQLException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        return once(operation, step, work, current);
      } catch (SQLException | SqlFailure e) {
        SQLException failure =
            e instanceof SqlFailure wrapped ? wrapped.failure() : (SQLException) e;
        if (!dialect.isConflict(failure) || tries == TRIES) {
          throw e;
        }
        meters.conflicts().increment();
        // Those that met part at random. The deadline ends this by an interrupt.
        Thread.sleep(ThreadLocalRandom.current().nextLong(1, 4L << Math.min(tries, 6)));
      }
    }
  }

  private <R> R once(
      String operation, Step step, Work<R> work, AtomicReference<@Nullable Session> current)
      throws SQLException {
    try (Connection connection = pool.take()) {
      dialect.ready(connection);
      Session session = new Session(connection, dialect, meters.statements(operation));
      current.set(session);
      return step == Step.READ ? work.run(session) : transaction(connection, session, step, work);
    } finally {
      current.set(null);
    }
  }

  private <R> R transaction(Connection connection, Session session, Step step, Work<R> work)
      throws SQLException {
    connection.setAutoCommit(false);
    boolean committed = false;
    try {
      if (step == Step.ALONE) {
        dialect.isolate(session);
      }
      R result = work.run(session);
      ChangeTable.write(session, clock.millis());
      connection.commit();
      committed = true;
      if (!session.announcements().isEmpty()) {
        onChange.run();
      }
      return result;
    } finally {
      if (!committed) {
        rollBack(connection);
      }
    }
  }

  /** The pool takes care of a connection that cannot even do this. */
  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      System.getLogger("dev.headgate.plugins.storesql")
          .log(System.Logger.Level.DEBUG, "a connection was lost while rolling back", e);
    }
  }

  @Override
  public void close() {
    circuit.close();
    threads.close();
    pool.close();
  }
}
