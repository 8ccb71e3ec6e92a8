package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.lookup.KeyHash;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.plugins.authkeys.records.Table;
import dev.headgate.spi.state.RecordQuery;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Makes keys: for {@code /key/generate}, and along with new users. */
final class KeyMaker {
  private final Management management;
  private final KeyDefaults defaults;

  KeyMaker(Management management, KeyDefaults defaults) {
    this.management = management;
    this.defaults = defaults;
  }

  /**
   * Makes a key.
   *
   * @param body what was asked for
   * @param warnings gets what the client should know
   * @return the answer, which alone holds the key itself
   */
  ObjectNode make(ObjectNode body, Caller caller, List<String> warnings) {
    defaults.apply(body);
    warnings.addAll(KeyFields.NEW.check(body));
    ObjectNode document = KeyFields.empty();
    KeyFields.NEW.copyInto(document, body);
    KeyFields.applyType(document);
    Documents.expire(document, body, management.now());
    Json.number(body, "spend")
        .ifPresent(spend -> Documents.setSpend(Source.KEY, document, spend, management));
    requireOwners(document);
    String key = Json.text(body, "key").map(KeyText::chosen).orElseGet(this::random);
    String hash = identify(document, key);
    management.stampNew(document, caller);
    insert(hash, document);
    management.written().wrote(Source.KEY, hash);
    return secretShown(document, key, hash);
  }

  String random() {
    return KeyText.random(defaults.randomBytes());
  }

  /** Writes into a record which key it is of. */
  static String identify(ObjectNode document, String key) {
    String hash = KeyHash.ofKey(key).hex();
    document.put("token", hash);
    document.put("key_name", KeyText.name(key));
    document.put(Records.STATE, Records.CURRENT);
    return hash;
  }

  /** The answer that shows a key, this once. */
  ObjectNode secretShown(ObjectNode document, String key, String hash) {
    ObjectNode answer = Json.object();
    answer.put("key", key);
    answer.setAll(Documents.shown(Source.KEY, document, management));
    answer.put("token_id", hash);
    answer.set("litellm_budget_table", budget(document));
    return answer;
  }

  private tools.jackson.databind.JsonNode budget(ObjectNode document) {
    return Json.text(document, "budget_id")
        .flatMap(id -> management.records().budgets().get(id))
        .<tools.jackson.databind.JsonNode>map(row -> row.document())
        .orElseGet(() -> Json.object().nullNode());
  }

  /** What a key says that it belongs to must be there: its limits would be lost otherwise. */
  void requireOwners(ObjectNode document) {
    requireOwner(document, Source.TEAM, "team_id");
    requireOwner(document, Source.ORGANIZATION, "organization_id");
    requireOwner(document, Source.BUDGET, "budget_id");
  }

  private void requireOwner(ObjectNode document, Source source, String field) {
    Optional<String> id = Json.text(document, field);
    if (id.isPresent()) {
      management.require(source, id.get(), field);
    }
  }

  private void insert(String hash, ObjectNode document) {
    boolean made =
        management
            .records()
            .transact(transaction -> {
              Table keys = management.records().keys().in(transaction);
              Json.text(document, "key_alias").ifPresent(alias -> requireFree(keys, alias, hash));
              return keys.insert(hash, document);
            });
    if (!made) {
      throw Problems.exists("key", "a key " + Json.text(document, "key_name").orElse(""));
    }
  }

  /** An alias names one key. */
  static void requireFree(Table keys, String alias, String hash) {
    RecordQuery query = RecordQuery.all().equal("key_alias", alias).first(2).withoutDocuments();
    boolean taken = keys.collection().find(query).stream().anyMatch(row -> !row.key().equals(hash));
    if (taken) {
      throw Problems.bad("key_alias", "There is already a key with the alias " + alias + ".");
    }
  }
}
