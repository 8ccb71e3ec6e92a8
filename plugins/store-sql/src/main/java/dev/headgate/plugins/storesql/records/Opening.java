package dev.headgate.plugins.storesql.records;

import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.plugins.storesql.db.Database.Step;
import dev.headgate.plugins.storesql.db.TableChange;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Makes tables ready for collections: when they are opened, or once a lost database is back. */
public final class Opening {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.storesql");
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final Duration LOOK = Duration.ofSeconds(10);
  // An index over millions of rows takes its time.
  private static final Duration CHANGE = Duration.ofHours(1);

  /** Whether tables may be changed at a start. */
  public enum Tables {
    /** They are made and extended. */
    APPLY,
    /** The start is refused when there is something to do. */
    REQUIRE,
    /** They are not touched; what would be done is told. */
    SHOW
  }

  private final Database database;
  private final Migrations migrations;
  private final Tables tables;
  private final Duration patience;
  private final boolean mayBeLost;
  private final List<CollectionSchema> waiting = new ArrayList<>();
  private volatile boolean asked;
  private final List<TableChange> made = new ArrayList<>();

  /**
   * @param patience how long a start waits for a database that does not answer
   * @param mayBeLost whether a start goes on without it
   */
  public Opening(Database database, Tables tables, Duration patience, boolean mayBeLost) {
    this.database = database;
    this.migrations = new Migrations(database.dialect(), database.clock());
    this.tables = tables;
    this.patience = patience;
    this.mayBeLost = mayBeLost;
    database.onReturn(this::openWaiting);
  }

  /** Makes the table of a collection ready; later, when the database is lost and may be. */
  void open(CollectionSchema schema) {
    if (mayBeLost && database.isLost()) {
      waitFor(schema);
      return;
    }
    long end = System.nanoTime() + (mayBeLost ? Duration.ZERO : patience).toNanos();
    while (true) {
      try {
        ask();
        ready(schema);
        return;
      } catch (StoreException e) {
        if (!isLoss(e)) {
          throw e;
        }
        if (mayBeLost) {
          waitFor(schema);
          database.lose(String.valueOf(e.getMessage()));
          return;
        }
        if (System.nanoTime() > end) {
          throw new StoreException(
              e.getMessage()
                  + " (general_settings.database_url); to start without it, set"
                  + " general_settings.allow_requests_on_db_unavailable: true",
              e);
        }
      }
      pause();
    }
  }

  /** The pool would go on trying for as long as anybody waits; this says at once what is wrong. */
  private void ask() {
    if (!asked) {
      database.askOrFail();
      asked = true;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for the database", e);
    }
  }

  private boolean isLoss(StoreException failure) {
    return failure.getCause() instanceof TimeoutException
        || (failure.getCause() instanceof SQLException sql && database.dialect().isLoss(sql));
  }

  private synchronized void waitFor(CollectionSchema schema) {
    waiting.add(schema);
  }

  private void openWaiting() {
    List<CollectionSchema> schemas;
    synchronized (this) {
      schemas = List.copyOf(waiting);
    }
    for (CollectionSchema schema : schemas) {
      ready(schema);
      synchronized (this) {
        waiting.remove(schema);
      }
    }
  }

  private void ready(CollectionSchema schema) {
    List<TableChange> pending =
        database.runAnyway(
            "migrate", Step.READ, LOOK, session -> migrations.pending(session, schema));
    if (pending.isEmpty()) {
      return;
    }
    if (tables == Tables.REQUIRE) {
      throw new StoreException(
          "the database "
              + database.where()
              + " is not up to date ("
              + pending.getFirst().name()
              + "); run headgate migrate, or set headgate.plugin.store-sql.migrations: apply");
    }
    List<TableChange> done =
        database.runAnyway(
            "migrate", Step.WRITE, CHANGE, session -> migrations.make(session, schema));
    LOG.log(
        System.Logger.Level.INFO,
        "database {0}: {1}",
        database.where(),
        done.stream().map(TableChange::name).collect(Collectors.joining("; ")));
    synchronized (this) {
      made.addAll(done);
    }
  }

  /** What was done so far. */
  public synchronized List<TableChange> made() {
    return List.copyOf(made);
  }
}
