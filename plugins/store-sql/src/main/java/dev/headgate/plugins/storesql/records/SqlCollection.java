package dev.headgate.plugins.storesql.records;

import dev.headgate.plugins.storesql.db.Database.Step;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordSums;
import dev.headgate.spi.state.StoredRecord;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A collection in a table. */
final class SqlCollection implements RecordCollection {
  private final Statements statements;
  private final Steps steps;
  private final Duration deadline;

  SqlCollection(Statements statements, Steps steps, Duration deadline) {
    this.statements = statements;
    this.steps = steps;
    this.deadline = deadline;
  }

  /** The same collection inside a step. */
  RecordCollection inside(Steps step) {
    return new SqlCollection(statements, step, deadline);
  }

  @Override
  public CollectionSchema schema() {
    return statements.schema();
  }

  @Override
  public RecordCollection within(Duration newDeadline) {
    return new SqlCollection(statements, steps, newDeadline);
  }

  @Override
  public Optional<StoredRecord> get(String key) {
    return steps.run("get", Step.READ, deadline, session -> statements.get(session, key)).stream()
        .findFirst();
  }

  @Override
  public Map<String, StoredRecord> getAll(Collection<String> keys) {
    return steps.run("get", Step.READ, deadline, session -> statements.getAll(session, keys));
  }

  @Override
  public long put(String key, long expectedVersion, Map<String, ?> columns, String document) {
    return steps.run(
        "put",
        Step.WRITE,
        deadline,
        session -> statements.put(session, key, expectedVersion, columns, document));
  }

  @Override
  public boolean delete(String key) {
    return steps.run("delete", Step.WRITE, deadline, session -> statements.delete(session, key));
  }

  @Override
  public int deleteAll(RecordQuery query) {
    return steps.run(
        "delete", Step.WRITE, deadline, session -> statements.deleteAll(session, query));
  }

  @Override
  public List<StoredRecord> find(RecordQuery query) {
    return steps.run("find", Step.READ, deadline, session -> statements.find(session, query));
  }

  @Override
  public long count(RecordQuery query) {
    return steps.run("count", Step.READ, deadline, session -> statements.count(session, query));
  }

  @Override
  public List<RecordSums> sums(RecordQuery query, List<String> by, List<String> of) {
    return steps.run(
        "sums", Step.READ, deadline, session -> statements.sums(session, query, by, of));
  }

  @Override
  public Set<String> append(List<NewRecord> records) {
    return steps.run(
        "append", Step.WRITE, deadline, session -> statements.append(session, records));
  }

  @Override
  public void add(List<Addition> additions) {
    steps.run(
        "add",
        Step.WRITE,
        deadline,
        session -> {
          statements.add(session, additions);
          return true;
        });
  }
}
