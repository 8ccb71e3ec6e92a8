package dev.headgate.plugins.authkeys.lookup;

import dev.headgate.spi.state.RecordChange;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.StoreException;
import dev.headgate.spi.state.StoredRecord;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;

/**
 * Which ids a collection has, without asking the store: read once in the background, then kept by
 * the announcements of changes. Until it has been read, {@link #mayHave} says yes to everything. An
 * id that was deleted while it was read may stay known; it costs its caller look-ups, no more.
 */
public final class StoredIds {
  private static final int PAGE = 5_000;

  private final RecordCollection collection;
  private final ToLongFunction<String> fingerprint;
  private final AtomicInteger losses = new AtomicInteger();
  private volatile Fingerprints known = new Fingerprints();
  private volatile boolean complete;

  /**
   * @param collection the records
   * @param fingerprint the fingerprint of a record's key
   */
  public StoredIds(RecordCollection collection, ToLongFunction<String> fingerprint) {
    this.collection = collection;
    this.fingerprint = fingerprint;
  }

  /**
   * Reads all ids. Changes must be told from before this is called.
   *
   * @throws StoreException if the store fails; call it again
   */
  public void fill() {
    while (!complete) {
      int lossesBefore = losses.get();
      Fingerprints filling = known;
      RecordQuery query = RecordQuery.all().first(PAGE).withoutDocuments();
      List<StoredRecord> page = collection.find(query);
      while (!page.isEmpty()) {
        filling.addAll(
            page.stream().mapToLong(row -> fingerprint.applyAsLong(row.key())).toArray());
        page = page.size() < PAGE ? List.of() : collection.find(query.after(page.getLast()));
      }
      complete = lossesBefore == losses.get();
    }
  }

  /** Takes in a change that was announced. */
  public void changed(RecordChange change) {
    if (change.lost()) {
      complete = false;
      losses.incrementAndGet();
      known = new Fingerprints();
    } else if (change.deleted()) {
      known.remove(fingerprint.applyAsLong(change.key()));
    } else {
      known.add(fingerprint.applyAsLong(change.key()));
    }
  }

  /** A record was just made here. */
  public void add(String key) {
    known.add(fingerprint.applyAsLong(key));
  }

  /** Whether all ids have been read. */
  public boolean isComplete() {
    return complete;
  }

  boolean has(long ofFingerprint) {
    return known.contains(ofFingerprint);
  }

  /** Whether there may be a record with this key. */
  public boolean mayHave(String key) {
    return !complete || known.contains(fingerprint.applyAsLong(key));
  }

  /** How many are known. */
  public long size() {
    return known.size();
  }
}
