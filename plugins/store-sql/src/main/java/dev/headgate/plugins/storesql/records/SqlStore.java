package dev.headgate.plugins.storesql.records;

import dev.headgate.plugins.storesql.changes.ChangeReader;
import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.plugins.storesql.db.Database.Step;
import dev.headgate.plugins.storesql.db.Database.Work;
import dev.headgate.plugins.storesql.db.Failures.SqlFailure;
import dev.headgate.plugins.storesql.db.Session;
import dev.headgate.spi.state.ChangeFeed;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.Migration;
import dev.headgate.spi.state.RecordChange;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Keeps records in the tables of a database. */
public final class SqlStore implements RecordStore {
  private final Database database;
  private final ChangeReader changes;
  private final Opening opening;
  private final Duration deadline;

  /**
   * @param opening how tables are made ready
   * @param deadline of calls that set none
   */
  public SqlStore(Database database, ChangeReader changes, Opening opening, Duration deadline) {
    this.database = database;
    this.changes = changes;
    this.opening = opening;
    this.deadline = deadline;
  }

  @Override
  public String name() {
    return "sql";
  }

  @Override
  public RecordCollection open(CollectionSchema schema) {
    opening.open(schema);
    return new SqlCollection(new Statements(schema, database.dialect()), database::run, deadline);
  }

  @Override
  public <R> R transact(Function<Transaction, R> work) {
    return database.run(
        "transaction", Step.ALONE, deadline, session -> work.apply(inside(session)));
  }

  @Override
  public <R> R batch(Function<Transaction, R> work) {
    return database.run("batch", Step.WRITE, deadline, session -> work.apply(inside(session)));
  }

  @Override
  public List<Migration> migrations() {
    return List.copyOf(opening.made());
  }

  @Override
  public String check() {
    database.askOrFail();
    return database.where();
  }

  private static Transaction inside(Session session) {
    Steps steps =
        new Steps() {
          @Override
          public <R> R run(String operation, Step step, Duration deadline, Work<R> work) {
            try {
              return work.run(session);
            } catch (SQLException e) {
              throw new SqlFailure(e);
            }
          }
        };
    return collection -> ((SqlCollection) collection).inside(steps);
  }

  @Override
  public AutoCloseable watch(RecordCollection collection, Consumer<RecordChange> listener) {
    CollectionSchema schema = collection.schema();
    if (!schema.isAnnounced()) {
      throw new IllegalArgumentException("the collection " + schema.name() + " is not announced");
    }
    return changes.subscribe(
        RecordTopic.of(schema),
        message ->
            listener.accept(
                message.equals(ChangeFeed.GAP) ? RecordChange.LOST : RecordTopic.read(message)));
  }
}
