package dev.headgate.plugins.authkeys.entity;

import dev.headgate.plugins.authkeys.lookup.BoundedMap;
import dev.headgate.plugins.authkeys.lookup.Freshness;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.spi.auth.LimitedEntity;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads teams, users and the like, each once until it changes. */
public final class EntityReader {
  private final Records records;
  private final Freshness freshness;
  private final Duration deadline;
  private final BoundedMap<String, Facts> cache;

  /**
   * @param records the tables
   * @param freshness tells of changes
   * @param deadline how long the store may take for one record
   * @param capacity how many stay in memory
   */
  public EntityReader(Records records, Freshness freshness, Duration deadline, int capacity) {
    this.records = records;
    this.freshness = freshness;
    this.deadline = deadline;
    this.cache = new BoundedMap<>(capacity);
  }

  /** Forgets what was read from a record; its source was bumped before. */
  public void forget(String source) {
    cache.removeIf(facts -> facts.sources().contains(source));
  }

  /** Forgets everything. */
  public void forgetAll() {
    cache.removeIf(facts -> true);
  }

  /** What is in memory of a record; null when nothing is. */
  @Nullable Facts cached(Source kind, String id) {
    return cache.get(kind.of(id));
  }

  /** How many are in memory. */
  public int size() {
    return cache.size();
  }

  /**
   * What is known of a record.
   *
   * @param watch watches what the result depends on
   * @return empty when there is no such record
   * @throws dev.headgate.spi.state.StoreException if the store does not answer in time
   */
  @SuppressWarnings("ReferenceEquality") // whether it is the very one that was read before
  Optional<Facts> find(Source kind, String id, Freshness.Watch watch) {
    String source = kind.of(id);
    watch.on(source);
    Facts known = cache.get(source);
    if (known != null) {
      known.sources().forEach(watch::on);
      if (cache.get(source) != known) {
        watch.spoil();
      }
      return Optional.of(known);
    }
    Freshness.Watch own = freshness.watch();
    Optional<Facts> read = read(kind, id, own);
    read.ifPresent(facts -> {
      cache.put(source, facts);
      if (!own.fresh()) {
        cache.remove(source);
      }
      facts.sources().forEach(watch::on);
    });
    // Sources that only the record names were watched after they were read; what changed since then
    // shows in the reader's own watch.
    if (!own.fresh()) {
      watch.spoil();
    }
    return read;
  }

  private Optional<Facts> read(Source kind, String id, Freshness.Watch own) {
    Set<String> sources = new HashSet<>();
    return document(kind, id, own, sources)
        .map(document -> {
          ObjectNode shared = shared(document, own, sources);
          return facts(kind, id, document, shared, Set.copyOf(sources));
        });
  }

  private Optional<ObjectNode> document(
      Source kind, String id, Freshness.Watch own, Set<String> sources) {
    String source = kind.of(id);
    own.on(source);
    sources.add(source);
    return kind.table(records).within(deadline).get(id).map(Row::document);
  }

  /** The budget that a record refers to; an empty object when there is none. */
  private ObjectNode shared(ObjectNode document, Freshness.Watch own, Set<String> sources) {
    return Json.text(document, "budget_id")
        .flatMap(budget -> document(Source.BUDGET, budget, own, sources))
        .orElseGet(Json::object);
  }

  /** The budget with this id, for keys that refer to it; an empty object when there is none. */
  ObjectNode budget(String id, Freshness.Watch watch, Set<String> sources) {
    return document(Source.BUDGET, id, watch, sources).orElseGet(Json::object);
  }

  /** The record of a key. */
  Optional<ObjectNode> key(String hash, Freshness.Watch watch, Set<String> sources) {
    return document(Source.KEY, hash, watch, sources);
  }

  private static Facts facts(
      Source kind, String id, ObjectNode document, ObjectNode shared, Set<String> sources) {
    return new Facts(
        limited(kind, id, document, shared, true),
        limited(kind, id, document, shared, false),
        ModelAccess.of(Json.texts(document, "models"), false),
        Json.textMap(document, "model_aliases"),
        Tags.of(document),
        Json.text(document, "organization_id"),
        Json.text(document, "user_role").orElse(""),
        Json.flag(document, "blocked"),
        sources);
  }

  static LimitedEntity limited(
      Source kind, String id, ObjectNode document, ObjectNode shared, boolean budgets) {
    LimitedEntity.Builder entity = LimitedEntity.of(kind.kind(), id);
    alias(kind, document).ifPresent(entity::alias);
    if (budgets) {
      LimitFields.budgets(entity, document, shared);
    }
    LimitFields.rates(entity, document, shared);
    LimitFields.spend(entity, document);
    return entity.build();
  }

  private static Optional<String> alias(Source kind, ObjectNode document) {
    return switch (kind) {
      case KEY -> keyLabel(document);
      case TEAM -> Json.text(document, "team_alias");
      case USER -> Json.text(document, "user_alias");
      case ORGANIZATION -> Json.text(document, "organization_alias");
      default -> Json.text(document, "alias");
    };
  }

  /** Messages about a key name it by its alias and its last characters. */
  private static Optional<String> keyLabel(ObjectNode document) {
    Optional<String> name = Json.text(document, "key_name");
    return Json.text(document, "key_alias")
        .map(alias -> alias + name.map(end -> " (" + end + ")").orElse(""))
        .or(() -> name);
  }
}
