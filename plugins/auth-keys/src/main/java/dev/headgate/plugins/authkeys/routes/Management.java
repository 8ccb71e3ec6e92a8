package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.plugins.authkeys.records.Table;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordStore.Transaction;
import dev.headgate.spi.usage.SpendTotals;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What all management routes work with.
 *
 * @param records the tables
 * @param written is told of every record that was written
 * @param totals what was spent; empty where no plugin keeps spend
 * @param clock the time
 * @param zone the calendar of budgets
 */
public record Management(
    Records records,
    Written written,
    Optional<SpendTotals> totals,
    GatewayClock clock,
    ZoneId zone) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Is told when a write is done. */
  public interface Written {

    /** A record was made or changed. */
    void wrote(Source source, String id);

    /** A record was deleted. */
    void deleted(Source source, String id);
  }

  /** Serves one call. */
  @FunctionalInterface
  interface Handler {
    void handle(Call call) throws IOException;
  }

  /** A route whose handler looks itself who may do what. */
  static Route route(String method, String path, Handler handler) {
    return Route.of(
        method,
        path,
        Route.Access.AUTHENTICATED,
        (request, response) -> handler.handle(new Call(request, response)));
  }

  /** A route for administrators. */
  static Route adminRoute(String method, String path, Handler handler) {
    return route(
        method,
        path,
        call -> {
          if (method.equals("GET")) {
            call.caller().requireView();
          } else {
            call.caller().requireAdmin();
          }
          handler.handle(call);
        });
  }

  /**
   * What was booked on a record.
   *
   * @param sinceMillis from when on, milliseconds since the epoch; 0: ever
   * @return nano-dollars
   */
  long booked(Source source, ObjectNode document, long sinceMillis) {
    if (totals.isEmpty() || source == Source.BUDGET) {
      return 0;
    }
    LimitedEntity entity = source.entity(id(source, document));
    return totals.get().bookedNanos(entity, "", sinceMillis, PATIENCE);
  }

  private static String id(Source source, ObjectNode document) {
    return switch (source) {
      case KEY -> document.path("token").asString("");
      case TEAM -> document.path("team_id").asString("");
      case USER, CUSTOMER -> document.path("user_id").asString("");
      case MEMBER ->
          Records.memberId(
              document.path("user_id").asString(""), document.path("team_id").asString(""));
      case ORGANIZATION -> document.path("organization_id").asString("");
      case TAG -> document.path("name").asString("");
      case BUDGET -> document.path("budget_id").asString("");
    };
  }

  /** The time, to the millisecond. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** The record with this id. */
  Row require(Source source, String id, String field) {
    return source
        .table(records)
        .get(id)
        .orElseThrow(() -> Problems.notFound(field, noun(source) + " " + id));
  }

  /** Makes a record, and says that it was made. */
  void create(Source source, String id, ObjectNode document, String field) {
    if (!source.table(records).insert(id, document)) {
      throw Problems.exists(field, "a " + noun(source) + " " + id);
    }
    written.wrote(source, id);
  }

  /** Changes a record as one step. */
  Row change(Source source, String id, String field, UnaryOperator<ObjectNode> change) {
    Row row = records.transact(transaction -> change(transaction, source, id, field, change));
    written.wrote(source, id);
    return row;
  }

  /** The same as a part of a larger step; the caller says that it was written. */
  Row change(
      Transaction transaction,
      Source source,
      String id,
      String field,
      UnaryOperator<ObjectNode> change) {
    Table table = source.table(records).in(transaction);
    Row row = table.get(id).orElseThrow(() -> Problems.notFound(field, noun(source) + " " + id));
    Row changed = new Row(id, row.version(), change.apply(row.document()));
    if (!table.put(changed)) {
      throw new IllegalStateException("a transaction saw a record that changed under it");
    }
    return changed;
  }

  /** Deletes a record; to delete one that is gone already is no error. */
  boolean delete(Source source, String id) {
    boolean there = source.table(records).delete(id);
    written.deleted(source, id);
    return there;
  }

  /** Marks a record as changed now. */
  void stamp(ObjectNode document, Caller caller) {
    document.put("updated_at", now().toString());
    document.put("updated_by", caller.name());
  }

  /** Marks a record as made now. */
  void stampNew(ObjectNode document, Caller caller) {
    document.put("created_at", now().toString());
    document.put("created_by", caller.name());
    stamp(document, caller);
  }

  static String noun(Source source) {
    return switch (source) {
      case KEY -> "key";
      case TEAM -> "team";
      case USER -> "user";
      case MEMBER -> "member";
      case BUDGET -> "budget";
      case ORGANIZATION -> "organization";
      case CUSTOMER -> "customer";
      case TAG -> "tag";
    };
  }

  /** A text that a request cannot do without. */
  static String required(ObjectNode body, String name) {
    Optional<String> text = Json.text(body, name);
    return text.map(String::strip)
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> Problems.missing(name));
  }

  /** A list of texts that a request cannot do without. */
  static List<String> requiredTexts(ObjectNode body, String name) {
    List<String> texts = Json.texts(body, name);
    if (texts.isEmpty()) {
      throw Problems.field(name, "must be a list of at least one text");
    }
    return texts;
  }

  /** Documents as a list. */
  static ArrayNode array(List<? extends JsonNode> documents) {
    ArrayNode array = Json.object().arrayNode();
    documents.forEach(array::add);
    return array;
  }

  /** All records that a query finds, up to the most that a store gives at once. */
  static RecordQuery everything() {
    return RecordQuery.all().first(RecordQuery.MOST);
  }
}
