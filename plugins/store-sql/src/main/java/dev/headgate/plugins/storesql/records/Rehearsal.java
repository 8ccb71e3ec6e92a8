package dev.headgate.plugins.storesql.records;

import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.plugins.storesql.db.Database.Step;
import dev.headgate.plugins.storesql.db.TableChange;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.Migration;
import dev.headgate.spi.state.RecordChange;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Tells what a start would change in a database, and changes nothing there: whoever opens
 * collections works with an empty store that is thrown away.
 */
public final class Rehearsal implements RecordStore {
  private static final Duration LOOK = Duration.ofSeconds(10);

  private final Database looked;
  private final Migrations migrations;
  private final SqlStore empty;
  private final Map<String, TableChange> missing = new LinkedHashMap<>();

  /**
   * @param looked the database, which is only read
   * @param empty what is worked with
   */
  public Rehearsal(Database looked, SqlStore empty) {
    this.looked = looked;
    this.migrations = new Migrations(looked.dialect(), looked.clock());
    this.empty = empty;
  }

  @Override
  public String name() {
    return "sql";
  }

  @Override
  public synchronized RecordCollection open(CollectionSchema schema) {
    if (missing.isEmpty()) {
      looked.askOrFail();
    }
    List<TableChange> found =
        looked.run("migrate", Step.READ, LOOK, session -> migrations.pending(session, schema));
    found.forEach(change -> missing.putIfAbsent(change.name(), change));
    return empty.open(schema);
  }

  @Override
  public synchronized List<Migration> migrations() {
    return List.copyOf(missing.values());
  }

  @Override
  public <R> R transact(Function<Transaction, R> work) {
    return empty.transact(work);
  }

  @Override
  public <R> R batch(Function<Transaction, R> work) {
    return empty.batch(work);
  }

  @Override
  public AutoCloseable watch(RecordCollection collection, Consumer<RecordChange> listener) {
    return empty.watch(collection, listener);
  }
}
