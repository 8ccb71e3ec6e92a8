package dev.headgate.testkit.state;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordChange;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordSums;
import dev.headgate.spi.state.StoredRecord;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A collection of {@link MemoryStore}. */
final class MemoryCollection implements RecordCollection {
  private final MemoryStore store;
  private final CollectionSchema schema;
  private final NavigableMap<String, Row> rows;
  private final Duration deadline;

  MemoryCollection(MemoryStore store, CollectionSchema schema) {
    this(store, schema, new TreeMap<>(TextOrder::compare), Duration.ofSeconds(5));
  }

  private MemoryCollection(
      MemoryStore store,
      CollectionSchema schema,
      NavigableMap<String, Row> rows,
      Duration deadline) {
    this.store = store;
    this.schema = schema;
    this.rows = rows;
    this.deadline = deadline;
  }

  /** The same records under a schema that may have more columns. */
  MemoryCollection extended(CollectionSchema wider) {
    rows.replaceAll((key, row) -> row.extended(wider));
    return new MemoryCollection(store, wider, rows, deadline);
  }

  @Override
  public CollectionSchema schema() {
    return schema;
  }

  @Override
  public RecordCollection within(Duration newDeadline) {
    return new MemoryCollection(store, schema, rows, newDeadline);
  }

  @Override
  public Optional<StoredRecord> get(String key) {
    return store.call(deadline, () -> Optional.ofNullable(rows.get(key)));
  }

  @Override
  public Map<String, StoredRecord> getAll(Collection<String> keys) {
    return store.call(
        deadline,
        () -> {
          Map<String, StoredRecord> found = new LinkedHashMap<>();
          for (String key : keys) {
            Row row = rows.get(key);
            if (row != null) {
              found.put(key, row);
            }
          }
          return found;
        });
  }

  @Override
  public long put(String key, long expectedVersion, Map<String, ?> columns, String document) {
    return store.call(
        deadline,
        () -> {
          Row before = rows.get(key);
          Row after = Row.of(schema, key, store.nextVersion(), columns, document, before);
          long version = before == null ? 0 : before.version();
          if (version != expectedVersion) {
            return CONFLICT;
          }
          write(key, after);
          announce(key, after.version());
          return after.version();
        });
  }

  @Override
  public boolean delete(String key) {
    return store.call(deadline, () -> remove(key));
  }

  private boolean remove(String key) {
    Row before = rows.get(key);
    if (before == null) {
      return false;
    }
    rows.remove(key);
    store.onUndo(() -> rows.put(key, before));
    announce(key, -before.version());
    return true;
  }

  @Override
  public int deleteAll(RecordQuery query) {
    return store.call(
        deadline,
        () -> {
          List<Row> found = new RowFilter(schema, query).page(rows.values().stream());
          found.forEach(row -> remove(row.key()));
          return found.size();
        });
  }

  @Override
  public List<StoredRecord> find(RecordQuery query) {
    return store.call(
        deadline, () -> List.copyOf(new RowFilter(schema, query).page(rows.values().stream())));
  }

  @Override
  public long count(RecordQuery query) {
    return store.call(
        deadline, () -> new RowFilter(schema, query).matching(rows.values().stream()).count());
  }

  @Override
  public List<RecordSums> sums(RecordQuery query, List<String> by, List<String> of) {
    return store.call(
        deadline,
        () ->
            Sums.of(
                new RowFilter(schema, query).matching(rows.values().stream()),
                by,
                of,
                query.limit()));
  }

  @Override
  public Set<String> append(List<NewRecord> records) {
    return store.call(
        deadline,
        () -> {
          Set<String> fresh = new LinkedHashSet<>();
          for (NewRecord record : records) {
            long version = store.nextVersion();
            Row row =
                Row.of(schema, record.key(), version, record.columns(), record.document(), null);
            if (!rows.containsKey(record.key())) {
              write(record.key(), row);
              announce(record.key(), version);
              fresh.add(record.key());
            }
          }
          return fresh;
        });
  }

  @Override
  public void add(List<Addition> additions) {
    store.call(
        deadline,
        () -> {
          for (Addition addition : additions) {
            addition.amounts().keySet().forEach(this::requireSum);
            Row before = rows.get(addition.key());
            Row start =
                before != null
                    ? before
                    : Row.of(
                        schema,
                        addition.key(),
                        store.nextVersion(),
                        withoutSums(addition.columns()),
                        "",
                        null);
            write(addition.key(), start.plus(addition.amounts()));
          }
          return true;
        });
  }

  private void requireSum(String column) {
    if (schema
        .column(column)
        .filter(found -> found.type() == CollectionSchema.Type.SUM)
        .isEmpty()) {
      throw new IllegalArgumentException(
          "the column " + column + " of " + schema.name() + " is no sum");
    }
  }

  private Map<String, Object> withoutSums(Map<String, ?> columns) {
    Map<String, Object> others = new HashMap<>(columns);
    for (CollectionSchema.Column column : schema.columns()) {
      if (column.type() == CollectionSchema.Type.SUM) {
        others.remove(column.name());
      }
    }
    return others;
  }

  private void write(String key, Row row) {
    Row before = rows.put(key, row);
    store.onUndo(() -> {
      if (before == null) {
        rows.remove(key);
      } else {
        rows.put(key, before);
      }
    });
  }

  private void announce(String key, long version) {
    if (schema.isAnnounced()) {
      store.announce(schema.name(), new RecordChange(key, version));
    }
  }
}
