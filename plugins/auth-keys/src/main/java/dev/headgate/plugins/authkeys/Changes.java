package dev.headgate.plugins.authkeys;

import dev.headgate.plugins.authkeys.entity.EntityReader;
import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.lookup.Freshness;
import dev.headgate.plugins.authkeys.lookup.KeyDirectory;
import dev.headgate.plugins.authkeys.lookup.KeyHash;
import dev.headgate.plugins.authkeys.lookup.StoredIds;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.spi.state.RecordChange;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps memory in step with the store: takes in every change of a record, those made here at once
 * and those made elsewhere as they are announced.
 *
 * <p>What is read from a record passes through two caches, so its source is bumped before each of
 * the two is cleared: a reader that took something old out of the first cache sees the second bump
 * before or after it fills the second cache, and in the latter case is cleared out of it.
 */
final class Changes implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Changes.class.getName());

  private final Freshness freshness;
  private final EntityReader entities;
  private final KeyDirectory keys;
  private final Map<Source, StoredIds> ids = new EnumMap<>(Source.class);
  private final List<AutoCloseable> watches = new ArrayList<>();

  Changes(
      Freshness freshness, EntityReader entities, KeyDirectory keys, Map<Source, StoredIds> ids) {
    this.freshness = freshness;
    this.entities = entities;
    this.keys = keys;
    this.ids.putAll(ids);
  }

  /** Listens to the announcements of changes. */
  void listen(Records records) {
    for (Source source : Source.values()) {
      watches.add(
          records
              .store()
              .watch(source.table(records).collection(), change -> changed(source, change)));
    }
  }

  /** Takes in one change. */
  void changed(Source source, RecordChange change) {
    StoredIds stored = ids.get(source);
    if (stored != null) {
      stored.changed(change);
    }
    if (change.lost()) {
      LOG.log(
          Level.WARNING,
          "changes of {0} were lost; everything in memory is read again",
          source.name().toLowerCase(java.util.Locale.ROOT));
      freshness.bumpAll();
      entities.forgetAll();
      freshness.bumpAll();
      keys.forgetAll();
    } else {
      forget(source, change.key());
    }
  }

  private void forget(Source source, String id) {
    String name = source.of(id);
    freshness.bump(name);
    if (source == Source.KEY) {
      keys.forget(KeyHash.parse(id), name);
      return;
    }
    entities.forget(name);
    freshness.bump(name);
    keys.forget(name);
  }

  /** A record was written here, and the write is done. */
  void wrote(Source source, String id) {
    StoredIds stored = ids.get(source);
    if (stored != null) {
      stored.add(id);
    }
    forget(source, id);
  }

  /** A record was deleted here, and that is done. */
  void deleted(Source source, String id) {
    forget(source, id);
  }

  /** Reads the ids that are not known yet; called again and again. */
  void fill() {
    ids.values().stream().filter(stored -> !stored.isComplete()).forEach(StoredIds::fill);
  }

  @Override
  public void close() {
    for (AutoCloseable watch : watches) {
      try {
        watch.close();
      } catch (Exception e) {
        LOG.log(Level.WARNING, "a watch of the store cannot be closed", e);
      }
    }
  }
}
