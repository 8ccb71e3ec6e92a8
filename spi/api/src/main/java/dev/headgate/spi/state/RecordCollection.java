package dev.headgate.spi.state;

import dev.headgate.spi.Preview;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records of one schema. */
@Preview
public interface RecordCollection {

  /** A record's key exists already, or its version is not the expected one: nothing was written. */
  long CONFLICT = -1;

  /** The schema. */
  CollectionSchema schema();

  /** The record with this key. */
  Optional<StoredRecord> get(String key);

  /**
   * Writes a record if its version is the expected one.
   *
   * @param key the key
   * @param expectedVersion the version that was read; 0 for a new record
   * @param columns values of the declared columns; missing ones are null
   * @param document the document, as JSON text
   * @return the new version; {@link #CONFLICT} when nothing was written
   */
  long put(String key, long expectedVersion, Map<String, Object> columns, String document);

  /**
   * Deletes a record.
   *
   * @param key the key
   * @return whether there was one
   */
  boolean delete(String key);

  /**
   * Finds records.
   *
   * @param query conditions, order, page
   */
  List<StoredRecord> find(RecordQuery query);

  /**
   * Counts records.
   *
   * @param query conditions
   */
  long count(RecordQuery query);

  /**
   * Appends records, each once: one whose key is there already is left alone.
   *
   * @param records the records, keyed by their idempotency keys
   * @return how many were new
   */
  int append(List<NewRecord> records);

  /**
   * Adds to whole-number columns of a record, making it when needed.
   *
   * @param key the key
   * @param columns values of the other columns for a new record
   * @param amounts what to add, by column
   */
  void add(String key, Map<String, Object> columns, Map<String, Long> amounts);

  /**
   * A record to append.
   *
   * @param key its idempotency key
   * @param columns values of the declared columns
   * @param document the document, as JSON text
   */
  record NewRecord(String key, Map<String, Object> columns, String document) {}
}
