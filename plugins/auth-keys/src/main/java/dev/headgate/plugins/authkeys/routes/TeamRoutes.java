package dev.headgate.plugins.authkeys.routes;

import static dev.headgate.plugins.authkeys.routes.Management.adminRoute;
import static dev.headgate.plugins.authkeys.routes.Management.route;

import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.state.RecordQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /team/…}, but for its members. */
final class TeamRoutes {
  private static final int PAGE = 10;
  private static final int MOST = 1_000;

  private static final FieldRules RECORD =
      KeyFields.LIMITS
          .copy()
          .works(FieldType.TEXT, "team_alias", "organization_id", "budget_id")
          .works(FieldType.TEXTS, "models", "tags", "team_member_permissions", "admins", "members")
          .works(FieldType.TEXT_MAP, "model_aliases")
          .works(FieldType.OBJECT, "metadata")
          .works(FieldType.FLAG, "blocked")
          .kept(
              "router_settings",
              "tpm_limit_type",
              "rpm_limit_type",
              "team_member_budget_duration",
              "default_team_member_models",
              "disable_global_guardrails",
              "prompts",
              "model_id",
              "soft_budget_alerting_emails")
          .refused(
              "team_member_budget",
              "team_member_rpm_limit",
              "team_member_tpm_limit",
              "team_member_key_duration",
              "access_group_ids",
              "allowed_passthrough_routes",
              "allowed_vector_store_indexes",
              "enforced_params",
              "guardrails",
              "policies",
              "object_permission");

  private static final FieldRules NEW =
      RECORD
          .copy()
          .elsewhere(FieldType.TEXT, "team_id")
          .elsewhere(FieldType.OBJECTS, "members_with_roles");

  private static final FieldRules CHANGE =
      RECORD.copy().elsewhere(FieldType.TEXT, "team_id").elsewhere(FieldType.AMOUNT, "spend");

  private static final String EMPTY =
      """
      {"team_id": null, "team_alias": null, "organization_id": null, "admins": [], "members": [],
       "members_with_roles": [], "metadata": {}, "tags": [], "max_budget": null,
       "soft_budget": null, "spend": 0.0, "models": [], "max_parallel_requests": null,
       "tpm_limit": null, "rpm_limit": null, "budget_duration": null, "budget_reset_at": null,
       "budget_limits": null, "blocked": false, "model_spend": {}, "model_max_budget": {},
       "model_aliases": null, "router_settings": null, "team_member_permissions": []}
      """;

  private final Management management;
  private final KeyAccess access;
  private final KeyChanges keys;
  private final TeamMembers members;

  TeamRoutes(Management management, KeyAccess access, KeyChanges keys, TeamMembers members) {
    this.management = management;
    this.access = access;
    this.keys = keys;
    this.members = members;
  }

  List<Route> routes() {
    return List.of(
        adminRoute("POST", "/team/new", this::create),
        adminRoute("POST", "/team/update", this::update),
        adminRoute("POST", "/team/delete", this::delete),
        adminRoute("POST", "/team/block", call -> setBlocked(call, true)),
        adminRoute("POST", "/team/unblock", call -> setBlocked(call, false)),
        route("GET", "/team/info", this::info),
        route("GET", "/team/list", this::list),
        route("GET", "/v2/team/list", this::pages),
        route("POST", "/team/member_add", members::add),
        route("POST", "/team/member_update", members::update),
        route("POST", "/team/member_delete", members::delete));
  }

  private void create(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = NEW.check(body);
    ObjectNode document = Json.readObject(EMPTY);
    String id = Json.text(body, "team_id").orElseGet(() -> UUID.randomUUID().toString());
    document.put("team_id", id);
    NEW.copyInto(document, body);
    requireOwners(document);
    management.stampNew(document, call.caller());
    management.create(Source.TEAM, id, document, "team_id");
    List<JsonNode> first = List.copyOf(body.path("members_with_roles").values());
    Row row =
        first.isEmpty()
            ? management.require(Source.TEAM, id, "team_id")
            : members.join(id, first, Json.object(), call.caller());
    call.answer(Documents.shown(Source.TEAM, row.document(), management), warnings);
  }

  private void requireOwners(ObjectNode document) {
    Json.text(document, "organization_id")
        .ifPresent(id -> management.require(Source.ORGANIZATION, id, "organization_id"));
    Json.text(document, "budget_id")
        .ifPresent(id -> management.require(Source.BUDGET, id, "budget_id"));
  }

  private void update(Call call) throws IOException {
    ObjectNode body = call.body();
    String id = Management.required(body, "team_id");
    List<String> warnings = CHANGE.check(body);
    Row row =
        management.change(
            Source.TEAM,
            id,
            "team_id",
            document -> {
              CHANGE.copyInto(document, body);
              Json.number(body, "spend")
                  .ifPresent(spend -> Documents.setSpend(Source.TEAM, document, spend, management));
              requireOwners(document);
              management.stamp(document, call.caller());
              return document;
            });
    ObjectNode answer = Json.object();
    answer.put("team_id", id);
    answer.set("data", Documents.shown(Source.TEAM, row.document(), management));
    call.answer(answer, warnings);
  }

  private void delete(Call call) throws IOException {
    List<String> ids = Management.requiredTexts(call.body(), "team_ids");
    ids.forEach(id -> management.require(Source.TEAM, id, "team_ids"));
    ObjectNode answer = Json.object();
    ArrayNode deleted = answer.putArray("deleted_teams");
    for (String id : ids) {
      for (Row key : keysOf(id)) {
        keys.delete(key, call.caller());
      }
      for (Row member : membersOf(id)) {
        management.delete(Source.MEMBER, member.key());
      }
      management.delete(Source.TEAM, id);
      deleted.add(id);
    }
    call.answer(answer);
  }

  private List<Row> keysOf(String team) {
    return management.records().keys().find(Management.everything().equal("team_id", team));
  }

  private List<Row> membersOf(String team) {
    return management.records().members().find(Management.everything().equal("team_id", team));
  }

  private void setBlocked(Call call, boolean blocked) throws IOException {
    String id = Management.required(call.body(), "team_id");
    Row row =
        management.change(
            Source.TEAM,
            id,
            "team_id",
            document -> {
              document.put("blocked", blocked);
              management.stamp(document, call.caller());
              return document;
            });
    call.answer(Documents.shown(Source.TEAM, row.document(), management));
  }

  private void info(Call call) throws IOException {
    String id = call.query("team_id").orElseThrow(() -> Problems.missing("team_id"));
    Row row = management.require(Source.TEAM, id, "team_id");
    access.requireTeamView(call.caller(), id);
    ObjectNode answer = Json.object();
    answer.put("team_id", id);
    answer.set("team_info", Documents.shown(Source.TEAM, row.document(), management));
    answer.set("keys", shown(Source.KEY, keysOf(id)));
    answer.set("team_memberships", members.shown(membersOf(id)));
    call.answer(answer);
  }

  private ArrayNode shown(Source source, List<Row> rows) {
    return Management.array(
        rows.stream().map(row -> Documents.shown(source, row.document(), management)).toList());
  }

  private void list(Call call) throws IOException {
    call.answer(shown(Source.TEAM, visible(call, management.records().teams().find(query(call)))));
  }

  private List<Row> visible(Call call, List<Row> rows) {
    Optional<String> user = call.caller().seesAll() ? call.query("user_id") : call.caller().user();
    if (user.isEmpty() && call.caller().seesAll()) {
      return rows;
    }
    return rows.stream().filter(row -> access.isMember(user, row.key(), "")).toList();
  }

  private static RecordQuery query(Call call) {
    RecordQuery query = Management.everything();
    Optional<String> organization = call.query("organization_id");
    if (organization.isPresent()) {
      query = query.equal("organization_id", organization.get());
    }
    Optional<String> alias = call.query("team_alias");
    if (alias.isPresent()) {
      query = query.where("team_alias", RecordQuery.Comparison.CONTAINS, alias.get());
    }
    Optional<String> id = call.query("team_id");
    if (id.isPresent()) {
      query = query.equal(RecordQuery.KEY, id.get());
    }
    return query.descending("created_at");
  }

  private void pages(Call call) throws IOException {
    if (!call.caller().seesAll()) {
      List<Row> own = visible(call, management.records().teams().find(query(call)));
      ObjectNode answer = Json.object();
      answer.set("teams", shown(Source.TEAM, own));
      call.answer(new Pages(own, own.size(), 1, Math.max(1, own.size())).numbersInto(answer));
      return;
    }
    Pages page =
        Pages.read(call, management.records().teams(), query(call), "page_size", PAGE, MOST);
    ObjectNode answer = Json.object();
    answer.set("teams", shown(Source.TEAM, page.rows()));
    call.answer(page.numbersInto(answer));
  }

  /** The teams of a user, as its own page shows them. */
  ArrayNode ofUser(String user) {
    List<Row> rows = new ArrayList<>();
    for (Row member :
        management.records().members().find(Management.everything().equal("user_id", user))) {
      Json.text(member.document(), "team_id")
          .flatMap(team -> management.records().teams().get(team))
          .ifPresent(rows::add);
    }
    return shown(Source.TEAM, rows);
  }

  /** Takes a user out of all its teams. */
  void leaveAll(String user, Caller caller) {
    for (Row member :
        management.records().members().find(Management.everything().equal("user_id", user))) {
      Json.text(member.document(), "team_id").ifPresent(team -> members.leave(team, user, caller));
    }
  }

  static String memberId(String user, String team) {
    return Records.memberId(user, team);
  }
}
