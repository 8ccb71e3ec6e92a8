package dev.headgate.plugins.authkeys.records;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordStore.Transaction;
import dev.headgate.spi.state.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Records of one sort: JSON documents, some of whose fields are columns to search by. */
public final class Table {
  private final RecordCollection collection;

  Table(RecordCollection collection) {
    this.collection = collection;
  }

  /** The collection underneath. */
  public RecordCollection collection() {
    return collection;
  }

  /** The same table within a transaction. */
  public Table in(Transaction transaction) {
    return new Table(transaction.in(collection));
  }

  /** The same table, with calls that end after this time. */
  public Table within(Duration deadline) {
    return new Table(collection.within(deadline));
  }

  /** The record with this key. */
  public Optional<Row> get(String key) {
    return collection.get(key).map(Table::row);
  }

  /** The records that a query finds. */
  public List<Row> find(RecordQuery query) {
    return collection.find(query).stream().map(Table::row).toList();
  }

  /** How many records a query finds on all its pages. */
  public long count(RecordQuery query) {
    return collection.count(query);
  }

  /**
   * Makes a record.
   *
   * @return whether there was none with this key
   */
  public boolean insert(String key, ObjectNode document) {
    return put(new Row(key, 0, document));
  }

  /**
   * Writes a record in the place of the one that was read.
   *
   * @return whether it was still the one that was read
   */
  public boolean put(Row row) {
    long version =
        collection.put(row.key(), row.version(), columns(row), Json.write(row.document()));
    return version != RecordCollection.CONFLICT;
  }

  /**
   * Deletes a record.
   *
   * @return whether there was one
   */
  public boolean delete(String key) {
    return collection.delete(key);
  }

  private static Row row(StoredRecord stored) {
    return new Row(stored.key(), stored.version(), Json.readObject(stored.document()));
  }

  private Map<String, Object> columns(Row row) {
    Map<String, Object> columns = new HashMap<>();
    for (CollectionSchema.Column column : collection.schema().columns()) {
      JsonNode value = row.document().path(column.name());
      if (column.type() == CollectionSchema.Type.TEXT) {
        columns.put(column.name(), value.isString() ? value.stringValue() : "");
      } else {
        columns.put(column.name(), number(value));
      }
    }
    return columns;
  }

  /** Times are written as texts, and searched by as milliseconds. */
  private static long number(JsonNode value) {
    if (value.isIntegralNumber()) {
      return value.longValue();
    }
    if (!value.isString()) {
      return 0;
    }
    try {
      return Instant.parse(value.stringValue()).toEpochMilli();
    } catch (DateTimeParseException e) {
      return 0;
    }
  }
}
