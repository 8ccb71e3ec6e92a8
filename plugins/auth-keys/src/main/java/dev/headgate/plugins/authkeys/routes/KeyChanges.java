package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.entity.Money;
import dev.headgate.plugins.authkeys.entity.Periods;
import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.plugins.authkeys.records.Table;
import dev.headgate.spi.state.RecordQuery;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes keys that there are. */
final class KeyChanges {
  private final Management management;
  private final KeyAccess access;
  private final KeyMaker maker;

  KeyChanges(Management management, KeyAccess access, KeyMaker maker) {
    this.management = management;
    this.access = access;
    this.maker = maker;
  }

  /** A key that is in use; not the end of a replaced one. */
  Row require(String hash, String given, String field) {
    return find(hash).orElseThrow(() -> Problems.notFound(field, "key " + KeyText.shown(given)));
  }

  Optional<Row> find(String hash) {
    return management.records().keys().get(hash).filter(row -> !isRotated(row.document()));
  }

  static boolean isRotated(ObjectNode document) {
    return Json.text(document, Records.STATE).filter(Records.ROTATED::equals).isPresent();
  }

  void update(Call call) throws IOException {
    ObjectNode body = call.body();
    String given = Management.required(body, "key");
    List<String> warnings = new ArrayList<>();
    Row changed = update(given, body, call.caller(), warnings);
    ObjectNode answer = Json.object();
    answer.put("key", given);
    answer.setAll(Documents.shown(Source.KEY, changed.document(), management));
    call.answer(answer, warnings);
  }

  Row update(String given, ObjectNode body, Caller caller, List<String> warnings) {
    String hash = KeyText.hash(given, "key");
    Row row = require(hash, given, "key");
    access.requireChange(caller, row.document());
    if (!caller.isAdmin()) {
      access.requireFields(caller, body);
    }
    warnings.addAll(checkChange(body));
    return change(hash, given, document -> changed(document, body, caller));
  }

  private static List<String> checkChange(ObjectNode body) {
    List<String> warnings = KeyFields.CHANGE.check(body);
    Optional<String> duration = Json.text(body, "duration");
    if (duration.filter(text -> !text.equals("-1") && Periods.parse(text).isEmpty()).isPresent()) {
      throw Problems.field("duration", FieldType.PERIOD.demand() + ", or -1 for ever");
    }
    return warnings;
  }

  private ObjectNode changed(ObjectNode document, ObjectNode body, Caller caller) {
    KeyFields.CHANGE.copyInto(document, body);
    if (body.has("key_type")) {
      KeyFields.applyType(document);
    }
    if (body.has("duration")) {
      Documents.expire(document, body, management.now());
    }
    Json.number(body, "spend")
        .ifPresent(spend -> Documents.setSpend(Source.KEY, document, spend, management));
    maker.requireOwners(document);
    management.stamp(document, caller);
    return document;
  }

  private Row change(String hash, String given, UnaryOperator<ObjectNode> change) {
    Row row =
        management
            .records()
            .transact(transaction -> {
              Row changed =
                  management.change(
                      transaction,
                      Source.KEY,
                      hash,
                      "key",
                      document -> {
                        if (isRotated(document)) {
                          throw Problems.notFound("key", "key " + KeyText.shown(given));
                        }
                        return change.apply(document);
                      });
              Json.text(changed.document(), "key_alias")
                  .ifPresent(alias ->
                      KeyMaker.requireFree(
                          management.records().keys().in(transaction), alias, hash));
              return changed;
            });
    management.written().wrote(Source.KEY, hash);
    return row;
  }

  void bulkUpdate(Call call) throws IOException {
    ObjectNode body = call.body();
    ObjectNode answer = Json.object();
    var successful = answer.putArray("successful_updates");
    var failed = answer.putArray("failed_updates");
    int total = 0;
    for (JsonNode item : body.path("keys").values()) {
      total++;
      if (!(item instanceof ObjectNode change)) {
        throw Problems.field("keys", FieldType.OBJECTS.demand());
      }
      String given = Management.required(change, "key");
      try {
        Row row = update(given, change, call.caller(), new ArrayList<>());
        ObjectNode done = successful.addObject();
        done.put("key", given);
        done.set("key_info", Documents.shown(Source.KEY, row.document(), management));
      } catch (dev.headgate.spi.http.DenialException e) {
        ObjectNode problem = failed.addObject();
        problem.put("key", given);
        problem.put("failed_reason", e.denial().message());
      }
    }
    answer.put("total_requested", total);
    call.answer(answer);
  }

  void setBlocked(Call call, boolean blocked) throws IOException {
    String given = Management.required(call.body(), "key");
    String hash = KeyText.hash(given, "key");
    access.requireChange(call.caller(), require(hash, given, "key").document());
    Row row =
        change(
            hash,
            given,
            document -> {
              document.put("blocked", blocked);
              management.stamp(document, call.caller());
              return document;
            });
    call.answer(Documents.shown(Source.KEY, row.document(), management));
  }

  void delete(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> given = new ArrayList<>(Json.texts(body, "keys"));
    List<Row> rows = new ArrayList<>();
    for (String key : given) {
      rows.add(require(KeyText.hash(key, "keys"), key, "keys"));
    }
    for (String alias : Json.texts(body, "key_aliases")) {
      List<Row> found =
          management.records().keys().find(RecordQuery.all().equal("key_alias", alias));
      if (found.isEmpty()) {
        throw Problems.notFound("key_aliases", "key with the alias " + alias);
      }
      rows.addAll(found);
      given.add(alias);
    }
    if (rows.isEmpty()) {
      throw Problems.field("keys", "must be a list of at least one key or hash");
    }
    rows.forEach(row -> access.requireChange(call.caller(), row.document()));
    rows.forEach(row -> delete(row, call.caller()));
    ObjectNode answer = Json.object();
    var deleted = answer.putArray("deleted_keys");
    given.forEach(deleted::add);
    call.answer(answer);
  }

  /** Deletes a key and keeps what it was, for reports. */
  void delete(Row row, Caller caller) {
    ObjectNode remains = row.document().deepCopy();
    remains.put("deleted_at", management.now().toString());
    remains.put("deleted_by", caller.name());
    remains.put("deleted_by_api_key", caller.keyId());
    management
        .records()
        .transact(transaction -> {
          Table deleted = management.records().deletedKeys().in(transaction);
          long version = deleted.get(row.key()).map(Row::version).orElse(0L);
          deleted.put(new Row(row.key(), version, remains));
          return management.records().keys().in(transaction).delete(row.key());
        });
    management.written().deleted(Source.KEY, row.key());
  }

  void resetSpend(Call call) throws IOException {
    call.caller().requireAdmin();
    String given = call.pathVariable("key");
    String hash = KeyText.hash(given, "key");
    BigDecimal to =
        Json.number(call.body(), "reset_to")
            .filter(amount -> amount.signum() >= 0)
            .orElseThrow(() -> Problems.field("reset_to", FieldType.AMOUNT.demand()));
    BigDecimal before =
        Documents.shown(Source.KEY, require(hash, given, "key").document(), management)
            .path("spend")
            .decimalValue();
    change(
        hash,
        given,
        document -> {
          Documents.setSpend(Source.KEY, document, to, management);
          management.stamp(document, call.caller());
          return document;
        });
    ObjectNode answer = Json.object();
    answer.put("key_hash", hash);
    answer.put("spend", Money.dollars(Money.nanos(to)));
    answer.put("previous_spend", before);
    call.answer(answer);
  }

  /** Replaces a key by another one with the same rights; the old one may be good for a while. */
  void regenerate(Call call, String given) throws IOException {
    ObjectNode body = call.body();
    String old = KeyText.hash(given, "key");
    Row row = require(old, given, "key");
    access.requireChange(call.caller(), row.document());
    if (!call.caller().isAdmin()) {
      access.requireFields(call.caller(), body);
    }
    List<String> warnings = checkChange(body);
    String key = Json.text(body, "new_key").map(KeyText::chosen).orElseGet(maker::random);
    Optional<Duration> grace = Json.text(body, "grace_period").flatMap(Periods::parse);
    ObjectNode document = changed(row.document().deepCopy(), body, call.caller());
    if (!body.has("spend")) {
      Documents.handOn(row.document(), document, management);
    }
    String hash = KeyMaker.identify(document, key);
    document.put("rotation_count", document.path("rotation_count").asLong(0) + 1);
    document.put("last_rotation_at", management.now().toString());
    replace(row, hash, document, grace);
    call.answer(maker.secretShown(document, key, hash), warnings);
  }

  private void replace(Row old, String hash, ObjectNode document, Optional<Duration> grace) {
    management
        .records()
        .transact(transaction -> {
          Table keys = management.records().keys().in(transaction);
          if (!keys.insert(hash, document)) {
            throw Problems.exists("new_key", "a key like the new one");
          }
          Json.text(document, "key_alias")
              .ifPresent(alias -> requireFreeButFor(keys, alias, hash, old.key()));
          boolean replaced =
              grace.isEmpty()
                  ? keys.delete(old.key())
                  : keys.put(new Row(old.key(), old.version(), ended(hash, grace.get())));
          if (!replaced) {
            throw Problems.bad("key", "The key was changed by somebody else; try again.");
          }
          return true;
        });
    management.written().wrote(Source.KEY, hash);
    if (grace.isPresent()) {
      management.written().wrote(Source.KEY, old.key());
    } else {
      management.written().deleted(Source.KEY, old.key());
    }
  }

  private static void requireFreeButFor(Table keys, String alias, String hash, String old) {
    RecordQuery query = RecordQuery.all().equal("key_alias", alias).first(3).withoutDocuments();
    boolean taken =
        keys.collection().find(query).stream()
            .anyMatch(row -> !row.key().equals(hash) && !row.key().equals(old));
    if (taken) {
      throw Problems.bad("key_alias", "There is already a key with the alias " + alias + ".");
    }
  }

  private ObjectNode ended(String successor, Duration grace) {
    ObjectNode ended = Json.object();
    ended.put(Records.STATE, Records.ROTATED);
    ended.put("rotated_to", successor);
    ended.put("revoke_at", management.now().plus(grace).toString());
    return ended;
  }
}
