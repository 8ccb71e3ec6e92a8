package dev.headgate.plugins.spend;

import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordCollection.NewRecord;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordQuery.Comparison;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.spi.state.RecordSums;
import dev.headgate.spi.state.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Spend in the store: a log of calls, sums of entities, and sums of days. A call is booked once, by
 * its id: what belongs to the sums is added in the step that appends the call to the log.
 */
final class Books {
  static final CollectionSchema LOG =
      CollectionSchema.named("spend_log")
          .indexed("start_time", CollectionSchema.Type.NUMBER)
          .column("end_time", CollectionSchema.Type.NUMBER)
          .indexed("request_id", CollectionSchema.Type.TEXT)
          .column("api_key", CollectionSchema.Type.TEXT)
          .index("api_key", "start_time")
          .column("user_id", CollectionSchema.Type.TEXT)
          .index("user_id", "start_time")
          .column("team_id", CollectionSchema.Type.TEXT)
          .index("team_id", "start_time")
          .column("organization_id", CollectionSchema.Type.TEXT)
          .index("organization_id", "start_time")
          .column("end_user", CollectionSchema.Type.TEXT)
          .index("end_user", "start_time")
          .column("model_group", CollectionSchema.Type.TEXT)
          .index("model_group", "start_time")
          .column("spend", CollectionSchema.Type.NUMBER)
          .column("prompt_tokens", CollectionSchema.Type.NUMBER)
          .column("completion_tokens", CollectionSchema.Type.NUMBER)
          .column("status", CollectionSchema.Type.TEXT);

  static final CollectionSchema SUMS =
      CollectionSchema.named("spend_sums")
          .indexed("kind", CollectionSchema.Type.TEXT)
          .column("entity", CollectionSchema.Type.TEXT)
          .column("spend", CollectionSchema.Type.SUM)
          .column("prompt_tokens", CollectionSchema.Type.SUM)
          .column("completion_tokens", CollectionSchema.Type.SUM)
          .column("requests", CollectionSchema.Type.SUM);

  static final CollectionSchema DAYS =
      CollectionSchema.named("spend_days")
          .column("kind", CollectionSchema.Type.TEXT)
          .column("entity", CollectionSchema.Type.TEXT)
          .column("day", CollectionSchema.Type.NUMBER)
          .index("kind", "entity", "day")
          .index("kind", "day")
          .column("api_key", CollectionSchema.Type.TEXT)
          .column("model", CollectionSchema.Type.TEXT)
          .column("model_group", CollectionSchema.Type.TEXT)
          .index("model_group")
          .index("api_key")
          .index("model")
          .column("provider", CollectionSchema.Type.TEXT)
          .index("provider")
          .column("endpoint", CollectionSchema.Type.TEXT)
          .column("spend", CollectionSchema.Type.SUM)
          .column("prompt_tokens", CollectionSchema.Type.SUM)
          .column("completion_tokens", CollectionSchema.Type.SUM)
          .column("cache_read_input_tokens", CollectionSchema.Type.SUM)
          .column("cache_creation_input_tokens", CollectionSchema.Type.SUM)
          .column("api_requests", CollectionSchema.Type.SUM)
          .column("successful_requests", CollectionSchema.Type.SUM)
          .column("failed_requests", CollectionSchema.Type.SUM);

  /** The kind under which everything is booked once more. */
  static final String ALL = "all";

  private static final List<String> ENTITY_SUMS =
      List.of("spend", "prompt_tokens", "completion_tokens", "requests");
  private static final List<String> DAY_SUMS =
      List.of(
          "spend",
          "prompt_tokens",
          "completion_tokens",
          "cache_read_input_tokens",
          "cache_creation_input_tokens",
          "api_requests",
          "successful_requests",
          "failed_requests");

  private final RecordStore store;
  private final RecordCollection log;
  private final RecordCollection sums;
  private final RecordCollection days;

  Books(RecordStore store) {
    this.store = store;
    this.log = store.open(LOG);
    this.sums = store.open(SUMS);
    this.days = store.open(DAYS);
  }

  RecordCollection log() {
    return log;
  }

  RecordCollection days() {
    return days;
  }

  RecordCollection sums() {
    return sums;
  }

  /**
   * Books calls.
   *
   * @return how many had not been booked before
   */
  int book(List<SpendRecord> records) {
    Map<String, SpendRecord> byId = new HashMap<>();
    List<NewRecord> rows = new ArrayList<>(records.size());
    for (SpendRecord record : records) {
      if (byId.putIfAbsent(record.callId(), record) == null) {
        rows.add(row(record));
      }
    }
    return store.batch(step -> {
      Set<String> fresh = step.in(log).append(rows);
      Sums toDays = new Sums(DAY_SUMS);
      Sums toSums = new Sums(ENTITY_SUMS);
      for (String id : fresh) {
        SpendRecord record = byId.get(id);
        if (record != null) {
          add(record, ALL, "", toSums, toDays);
          for (String entity : record.entities()) {
            int colon = entity.indexOf(':');
            add(record, entity.substring(0, colon), entity.substring(colon + 1), toSums, toDays);
          }
        }
      }
      step.in(days).add(toDays.additions());
      step.in(sums).add(toSums.additions());
      return fresh.size();
    });
  }

  private static NewRecord row(SpendRecord record) {
    Map<String, Object> columns = new HashMap<>();
    columns.put("start_time", record.startMillis());
    columns.put("end_time", record.endMillis());
    columns.put("request_id", record.answerId().isEmpty() ? record.callId() : record.answerId());
    columns.put("api_key", record.keyId());
    columns.put("user_id", record.userId());
    columns.put("team_id", record.teamId());
    columns.put("organization_id", record.organizationId());
    columns.put("end_user", record.endUser());
    columns.put("model_group", record.group());
    columns.put("spend", record.costNanos());
    columns.put("prompt_tokens", record.inputTokens());
    columns.put("completion_tokens", record.outputTokens());
    columns.put("status", record.status());
    return new NewRecord(record.callId(), columns, LogRow.document(record));
  }

  /** Adds a call to the sums of one entity. */
  private static void add(
      SpendRecord record, String kind, String entity, Sums toSums, Sums toDays) {
    long[] sum = toSums.of(kind + ':' + entity, key -> Map.of("kind", kind, "entity", entity));
    sum[0] += record.costNanos();
    sum[1] += record.inputTokens();
    sum[2] += record.outputTokens();
    sum[3]++;
    long day = day(record.startMillis());
    long[] ofDay =
        toDays.of(
            String.join(
                "|",
                Long.toString(day),
                kind,
                entity,
                record.keyId(),
                record.group(),
                record.model(),
                record.provider(),
                record.callType()),
            key ->
                Map.of(
                    "kind", kind,
                    "entity", entity,
                    "day", day,
                    "api_key", record.keyId(),
                    "model", record.model(),
                    "model_group", record.group(),
                    "provider", record.provider(),
                    "endpoint", record.callType()));
    ofDay[0] += record.costNanos();
    ofDay[1] += record.inputTokens();
    ofDay[2] += record.outputTokens();
    ofDay[3] += record.cacheReadTokens();
    ofDay[4] += record.cacheWriteTokens();
    ofDay[5]++;
    ofDay[record.succeeded() ? 6 : 7]++;
  }

  /** The day of a moment, as a number: 20261201. */
  static long day(long millis) {
    return day(Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC).toLocalDate());
  }

  static long day(LocalDate date) {
    return date.getYear() * 10_000L + date.getMonthValue() * 100L + date.getDayOfMonth();
  }

  /**
   * What was booked on an entity.
   *
   * @param model only for this model group; empty for all
   * @param since from when on; 0 for ever
   */
  long booked(LimitedEntity.Kind kind, String id, String model, long since, Duration deadline) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    if (since == 0 && model.isEmpty()) {
      Optional<StoredRecord> sum = sums.within(deadline).get(name + ':' + id);
      return sum.map(record -> record.number("spend")).orElse(0L);
    }
    Optional<String> column = column(kind);
    if (column.isPresent() && since % Duration.ofDays(1).toMillis() != 0) {
      RecordQuery query =
          RecordQuery.all().equal(column.get(), id).where("start_time", Comparison.AT_LEAST, since);
      return total(
          log.within(deadline), model.isEmpty() ? query : query.equal("model_group", model));
    }
    RecordQuery query = RecordQuery.all().equal("kind", name).equal("entity", id);
    if (since != 0) {
      query = query.where("day", Comparison.AT_LEAST, day(since));
    }
    return total(
        days.within(deadline), model.isEmpty() ? query : query.equal("model_group", model));
  }

  private static Optional<String> column(LimitedEntity.Kind kind) {
    return switch (kind) {
      case KEY -> Optional.of("api_key");
      case USER -> Optional.of("user_id");
      case TEAM -> Optional.of("team_id");
      case ORGANIZATION -> Optional.of("organization_id");
      case END_USER -> Optional.of("end_user");
      default -> Optional.empty();
    };
  }

  private static long total(RecordCollection collection, RecordQuery query) {
    List<RecordSums> groups = collection.sums(query, List.of(), List.of("spend"));
    return groups.isEmpty() ? 0 : groups.get(0).sum("spend");
  }
}
