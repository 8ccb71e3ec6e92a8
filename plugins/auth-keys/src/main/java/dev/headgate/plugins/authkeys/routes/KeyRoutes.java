package dev.headgate.plugins.authkeys.routes;

import static dev.headgate.plugins.authkeys.routes.Management.adminRoute;
import static dev.headgate.plugins.authkeys.routes.Management.route;

import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordQuery.Comparison;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /key/…}. */
final class KeyRoutes {
  private static final int PAGE = 10;
  private static final int MOST = 1_000;

  private final Management management;
  private final KeyAccess access;
  private final KeyMaker maker;
  private final KeyChanges changes;

  KeyRoutes(Management management, KeyAccess access, KeyMaker maker, KeyChanges changes) {
    this.management = management;
    this.access = access;
    this.maker = maker;
    this.changes = changes;
  }

  List<Route> routes() {
    return List.of(
        route("POST", "/key/generate", this::generate),
        route("POST", "/key/service-account/generate", this::generate),
        route("GET", "/key/info", this::info),
        route("POST", "/v2/key/info", this::infos),
        route("GET", "/key/list", this::list),
        route("GET", "/key/aliases", this::aliases),
        route("POST", "/key/update", changes::update),
        adminRoute("POST", "/key/bulk_update", changes::bulkUpdate),
        route("POST", "/key/delete", changes::delete),
        route("POST", "/key/block", call -> changes.setBlocked(call, true)),
        route("POST", "/key/unblock", call -> changes.setBlocked(call, false)),
        route(
            "POST",
            "/key/regenerate",
            call -> changes.regenerate(call, Management.required(call.body(), "key"))),
        route(
            "POST",
            "/key/{key}/regenerate",
            call -> changes.regenerate(call, call.pathVariable("key"))),
        route("POST", "/key/{key}/reset_spend", changes::resetSpend));
  }

  private void generate(Call call) throws IOException {
    ObjectNode body = call.body();
    Caller caller = call.caller();
    access.requireFields(caller, body);
    if (Json.empty(body.path("user_id"))) {
      String user = caller.user().orElse("");
      if (!user.isEmpty() && !body.has("user_id")) {
        body.put("user_id", user);
      }
    }
    List<String> warnings = new ArrayList<>();
    call.answer(maker.make(body, caller, warnings), warnings);
  }

  private void info(Call call) throws IOException {
    Optional<String> asked = call.query("key");
    String hash = asked.map(key -> KeyText.hash(key, "key")).orElse(call.caller().keyId());
    String given = asked.orElse(hash);
    Row row = changes.require(hash, given, "key");
    access.requireView(call.caller(), row);
    ObjectNode answer = Json.object();
    answer.put("key", given);
    answer.set("info", Documents.shown(Source.KEY, row.document(), management));
    call.answer(answer);
  }

  private void infos(Call call) throws IOException {
    List<String> given = Json.texts(call.body(), "keys");
    ArrayNode infos = Json.object().arrayNode();
    ArrayNode keys = Json.object().arrayNode();
    for (String key : given) {
      Row row = changes.require(KeyText.hash(key, "keys"), key, "keys");
      access.requireView(call.caller(), row);
      keys.add(key);
      infos.add(Documents.shown(Source.KEY, row.document(), management));
    }
    ObjectNode answer = Json.object();
    answer.set("key", keys);
    answer.set("info", infos);
    call.answer(answer);
  }

  private void list(Call call) throws IOException {
    RecordQuery query = query(call);
    Pages page = Pages.read(call, management.records().keys(), query, "size", PAGE, MOST);
    ObjectNode answer = Json.object();
    ArrayNode keys = answer.putArray("keys");
    boolean full = call.queryFlag("return_full_object");
    for (Row row : page.rows()) {
      if (full) {
        keys.add(Documents.shown(Source.KEY, row.document(), management));
      } else {
        keys.add(row.key());
      }
    }
    answer.put("total_count", page.total());
    answer.put("current_page", page.page());
    answer.put("total_pages", page.pages());
    call.answer(answer);
  }

  private RecordQuery query(Call call) {
    RecordQuery query = RecordQuery.all().equal(Records.STATE, Records.CURRENT);
    Caller caller = call.caller();
    Optional<String> team = call.query("team_id");
    Optional<String> user = call.query("user_id");
    if (!caller.seesAll()) {
      boolean teamAdmin =
          team.filter(id -> access.isMember(caller.user(), id, "admin")).isPresent();
      if (!teamAdmin) {
        user =
            Optional.of(
                caller
                    .user()
                    .orElseThrow(
                        () -> Problems.forbidden("only who has a user may list its keys")));
      }
    }
    query = equal(query, "team_id", team);
    query = equal(query, "user_id", user);
    query = equal(query, "organization_id", call.query("organization_id"));
    query = equal(query, "key_alias", call.query("key_alias"));
    Optional<String> hash = call.query("key_hash").map(key -> KeyText.hash(key, "key_hash"));
    query = equal(query, RecordQuery.KEY, hash);
    String sort = call.query("sort_by").orElse("created_at");
    String column = sort.equals("key_alias") ? sort : "created_at";
    boolean rising = call.query("sort_order").filter("asc"::equalsIgnoreCase).isPresent();
    return rising ? query.ascending(column) : query.descending(column);
  }

  private static RecordQuery equal(RecordQuery query, String column, Optional<String> value) {
    return value.isPresent() ? query.equal(column, value.get()) : query;
  }

  private void aliases(Call call) throws IOException {
    call.caller().requireView();
    RecordQuery query =
        RecordQuery.all()
            .where("key_alias", Comparison.AT_LEAST, "!")
            .ascending("key_alias")
            .first(RecordQuery.MOST);
    ObjectNode answer = Json.object();
    ArrayNode aliases = answer.putArray("aliases");
    for (Row row : management.records().keys().find(query)) {
      Json.text(row.document(), "key_alias").ifPresent(aliases::add);
    }
    answer.put("total_count", aliases.size());
    call.answer(answer);
  }
}
