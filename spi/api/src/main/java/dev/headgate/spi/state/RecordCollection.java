package dev.headgate.spi.state;

import dev.headgate.spi.Preview;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Records of one schema. Calls block; they throw {@link StoreException} when the store is lost or
 * too slow, at the latest after the deadline ({@link #within}), and {@link
 * IllegalArgumentException} when they do not fit the schema. Outside a transaction each call is a
 * step of its own.
 */
@Preview
public interface RecordCollection {

  /** A record's key exists already, or its version is not the expected one: nothing was written. */
  long CONFLICT = -1;

  /** The schema. */
  CollectionSchema schema();

  /**
   * The same collection with another deadline for each call; without this it is the store's own, a
   * few seconds. Inside a transaction it has no effect.
   *
   * @param deadline how long a call may take, waiting for a connection included
   */
  RecordCollection within(Duration deadline);

  /** The record with this key. */
  Optional<StoredRecord> get(String key);

  /**
   * The records with these keys, by key; keys without a record are left out.
   *
   * @param keys at most 1,000
   */
  Map<String, StoredRecord> getAll(Collection<String> keys);

  /**
   * Writes a record if its version is the expected one.
   *
   * @param key the key
   * @param expectedVersion the version that was read; 0 for a new record
   * @param columns values (String, Long, Integer) of the declared columns; missing ones are empty
   *     and 0. Sums are taken for a new record and left alone in an old one
   * @param document the document, as JSON text
   * @return the new version; {@link #CONFLICT} when nothing was written
   */
  long put(String key, long expectedVersion, Map<String, ?> columns, String document);

  /**
   * Deletes a record.
   *
   * @param key the key
   * @return whether there was one
   */
  boolean delete(String key);

  /**
   * Deletes the records that a query finds, in pieces: call again until it deletes fewer than the
   * query's limit.
   *
   * @param query conditions, order and how many at most
   * @return how many were deleted
   */
  int deleteAll(RecordQuery query);

  /**
   * Finds records.
   *
   * @param query conditions, order, page
   */
  List<StoredRecord> find(RecordQuery query);

  /**
   * Counts records.
   *
   * @param query conditions; order and page do not matter
   */
  long count(RecordQuery query);

  /**
   * Adds up columns over records.
   *
   * @param query conditions; {@code limit} says how many groups at most; the rest does not matter
   * @param by columns whose values make a group; none for one group of all
   * @param of columns of numbers and sums to add up
   * @return the groups in the order of their values; one of zeros for no column and no record
   */
  List<RecordSums> sums(RecordQuery query, List<String> by, List<String> of);

  /**
   * Appends records, each once: one whose key is there already is left alone. In one transaction
   * with {@link #add} it makes sums that count each record once: add what belongs to the keys that
   * this returns.
   *
   * @param records the records, by their idempotency keys; at most 10,000
   * @return the keys that were new
   */
  Set<String> append(List<NewRecord> records);

  /**
   * Adds to sums, making records when needed. Versions stay, and nothing is announced.
   *
   * @param additions what to add; several for one key add up. The store takes them in the order of
   *     their keys, so calls for one collection do not wait for each other in a circle
   */
  void add(List<Addition> additions);

  /**
   * A record to append.
   *
   * @param key its idempotency key
   * @param columns values of the declared columns
   * @param document the document, as JSON text
   */
  record NewRecord(String key, Map<String, ?> columns, String document) {}

  /**
   * What to add to the sums of a record.
   *
   * @param key its key
   * @param columns values of the other columns for a new record; an old one keeps its own
   * @param amounts what to add, by column; may be negative
   */
  record Addition(String key, Map<String, ?> columns, Map<String, Long> amounts) {}
}
