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
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /user/…}. */
final class UserRoutes {
  private static final int PAGE = 25;
  private static final int MOST = 1_000;
  private static final Set<String> ROLES =
      Set.of("proxy_admin", "proxy_admin_viewer", "internal_user", "internal_user_viewer");

  private static final FieldRules RECORD =
      KeyFields.LIMITS
          .copy()
          .works(FieldType.TEXT, "user_email", "user_alias", "user_role", "budget_id")
          .works(FieldType.TEXTS, "models")
          .works(FieldType.OBJECT, "metadata")
          .works(FieldType.FLAG, "blocked")
          .kept("sso_user_id", "user_image", "organizations", "prompts")
          .refused("guardrails", "policies", "object_permission", "password");

  private static final FieldRules CHANGE =
      RECORD.copy().elsewhere(FieldType.TEXT, "user_id").elsewhere(FieldType.AMOUNT, "spend");

  private static final FieldRules NEW =
      CHANGE
          .copy()
          .elsewhere(FieldType.FLAG, "auto_create_key", "send_invite_email")
          .elsewhere(FieldType.ANY, "teams")
          .elsewhere(FieldType.TEXT, "team_id", "key_alias", "key")
          .elsewhere(FieldType.PERIOD, "duration")
          .elsewhere(FieldType.TEXT_MAP, "aliases")
          .elsewhere(FieldType.OBJECT, "permissions", "config")
          .elsewhere(FieldType.TEXTS, "allowed_cache_controls", "allowed_routes");

  /** What of a request for a user is for the key that is made along with it. */
  private static final List<String> OF_KEY =
      List.of(
          "key", "key_alias", "team_id", "duration", "aliases", "permissions", "allowed_routes");

  private static final String EMPTY =
      """
      {"user_id": null, "user_alias": null, "user_email": null, "user_role": null,
       "max_budget": null, "soft_budget": null, "spend": 0.0, "models": [], "metadata": {},
       "max_parallel_requests": null, "tpm_limit": null, "rpm_limit": null,
       "budget_duration": null, "budget_reset_at": null, "budget_limits": null,
       "model_spend": {}, "model_max_budget": {}, "sso_user_id": null}
      """;

  private final Management management;
  private final KeyMaker maker;
  private final KeyChanges keys;
  private final TeamRoutes teams;
  private final TeamMembers members;

  UserRoutes(
      Management management,
      KeyMaker maker,
      KeyChanges keys,
      TeamRoutes teams,
      TeamMembers members) {
    this.management = management;
    this.maker = maker;
    this.keys = keys;
    this.teams = teams;
    this.members = members;
  }

  List<Route> routes() {
    return List.of(
        adminRoute("POST", "/user/new", this::create),
        adminRoute("POST", "/user/update", this::update),
        adminRoute("POST", "/user/delete", this::delete),
        route("GET", "/user/info", this::info),
        route("GET", "/v2/user/info", this::shortInfo),
        adminRoute("GET", "/user/list", this::list),
        adminRoute("GET", "/user/get_users", this::list));
  }

  static ObjectNode empty(String user) {
    ObjectNode document = Json.readObject(EMPTY);
    document.put("user_id", user);
    document.put("user_role", "internal_user");
    return document;
  }

  private void create(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = new ArrayList<>(NEW.check(body));
    requireRole(body);
    String id = Json.text(body, "user_id").orElseGet(() -> UUID.randomUUID().toString());
    requireFreeEmail(body, id);
    ObjectNode document = empty(id);
    NEW.copyInto(document, body);
    Json.number(body, "spend")
        .ifPresent(spend -> Documents.setSpend(Source.USER, document, spend, management));
    management.stampNew(document, call.caller());
    management.create(Source.USER, id, document, "user_id");
    join(id, body, call.caller());
    ObjectNode answer = Json.object();
    boolean key = !body.path("auto_create_key").isBoolean() || Json.flag(body, "auto_create_key");
    if (key) {
      answer.setAll(maker.make(keyFor(id, body), call.caller(), warnings));
    }
    answer.setAll(Documents.shown(Source.USER, document, management));
    answer.set("teams", teamIds(id));
    call.answer(answer, warnings);
  }

  private static ObjectNode keyFor(String user, ObjectNode body) {
    ObjectNode key = Json.object();
    for (String name : OF_KEY) {
      if (body.has(name)) {
        key.set(name, body.path(name));
      }
    }
    key.put("user_id", user);
    return key;
  }

  private void join(String user, ObjectNode body, Caller caller) {
    ObjectNode member = Json.object();
    member.put("user_id", user);
    for (String team : Json.texts(body, "teams")) {
      management.require(Source.TEAM, team, "teams");
      members.join(team, List.of(member), Json.object(), caller);
    }
    Optional<String> team = Json.text(body, "team_id");
    if (team.isPresent()) {
      management.require(Source.TEAM, team.get(), "team_id");
      members.join(team.get(), List.of(member), Json.object(), caller);
    }
  }

  private static void requireRole(ObjectNode body) {
    Json.text(body, "user_role")
        .filter(role -> !ROLES.contains(role))
        .ifPresent(role -> {
          throw Problems.field(
              "user_role", "must be one of " + String.join(", ", ROLES.stream().sorted().toList()));
        });
  }

  private void requireFreeEmail(ObjectNode body, String id) {
    Json.text(body, "user_email")
        .ifPresent(email -> {
          boolean taken =
              management
                  .records()
                  .users()
                  .find(RecordQuery.all().equal("user_email", email).first(2))
                  .stream()
                  .anyMatch(row -> !row.key().equals(id));
          if (taken) {
            throw Problems.exists("user_email", "a user with the address " + email);
          }
        });
  }

  private void update(Call call) throws IOException {
    ObjectNode body = call.body();
    List<String> warnings = CHANGE.check(body);
    requireRole(body);
    String id = Json.text(body, "user_id").orElseGet(() -> byEmail(body));
    requireFreeEmail(body, id);
    Row row =
        management.change(
            Source.USER,
            id,
            "user_id",
            document -> {
              CHANGE.copyInto(document, body);
              Json.number(body, "spend")
                  .ifPresent(spend -> Documents.setSpend(Source.USER, document, spend, management));
              management.stamp(document, call.caller());
              return document;
            });
    ObjectNode answer = Json.object();
    answer.put("user_id", id);
    answer.set("data", Documents.shown(Source.USER, row.document(), management));
    call.answer(answer, warnings);
  }

  private String byEmail(ObjectNode body) {
    String email = Management.required(body, "user_email");
    return management.records().users().find(RecordQuery.all().equal("user_email", email)).stream()
        .map(Row::key)
        .findFirst()
        .orElseThrow(() -> Problems.notFound("user_email", "user with the address " + email));
  }

  private void delete(Call call) throws IOException {
    List<String> ids = Management.requiredTexts(call.body(), "user_ids");
    ids.forEach(id -> management.require(Source.USER, id, "user_ids"));
    for (String id : ids) {
      keysOf(id).forEach(key -> keys.delete(key, call.caller()));
      teams.leaveAll(id, call.caller());
      management.delete(Source.USER, id);
    }
    call.answer(Json.object().numberNode(ids.size()));
  }

  private List<Row> keysOf(String user) {
    return management
        .records()
        .keys()
        .find(Management.everything().equal("user_id", user).equal(Records.STATE, Records.CURRENT));
  }

  private ArrayNode teamIds(String user) {
    ArrayNode ids = Json.object().arrayNode();
    for (Row member :
        management.records().members().find(Management.everything().equal("user_id", user))) {
      Json.text(member.document(), "team_id").ifPresent(ids::add);
    }
    return ids;
  }

  private String asked(Call call) {
    String user =
        call.query("user_id")
            .or(call.caller()::user)
            .orElseThrow(() -> Problems.missing("user_id"));
    boolean own = call.caller().user().filter(user::equals).isPresent();
    if (!own && !call.caller().seesAll()) {
      throw Problems.forbidden("only an administrator may see another user");
    }
    return user;
  }

  private void info(Call call) throws IOException {
    String user = asked(call);
    Optional<Row> row = management.records().users().get(user);
    if (row.isEmpty() && call.query("user_id").isPresent()) {
      throw Problems.notFound("user_id", "user " + user);
    }
    ObjectNode answer = Json.object();
    answer.put("user_id", user);
    answer.set("user_info", row.map(this::shown).orElseGet(Json::object));
    answer.set(
        "keys",
        Management.array(
            keysOf(user).stream()
                .map(key -> Documents.shown(Source.KEY, key.document(), management))
                .toList()));
    answer.set("teams", teams.ofUser(user));
    call.answer(answer);
  }

  private void shortInfo(Call call) throws IOException {
    call.answer(shown(management.require(Source.USER, asked(call), "user_id")));
  }

  private ObjectNode shown(Row row) {
    ObjectNode shown = Documents.shown(Source.USER, row.document(), management);
    shown.set("teams", teamIds(row.key()));
    return shown;
  }

  private void list(Call call) throws IOException {
    RecordQuery query = RecordQuery.all().descending("created_at");
    Optional<String> role = call.query("role").or(() -> call.query("user_role"));
    if (role.isPresent()) {
      query = query.equal("user_role", role.get());
    }
    List<String> ids = call.queryAll("user_ids");
    if (!ids.isEmpty()) {
      query = query.where(RecordQuery.KEY, Comparison.ONE_OF, ids);
    }
    Optional<String> email = call.query("user_email");
    if (email.isPresent()) {
      query = query.where("user_email", Comparison.CONTAINS, email.get());
    }
    Pages page = Pages.read(call, management.records().users(), query, "page_size", PAGE, MOST);
    ObjectNode answer = Json.object();
    ArrayNode users = answer.putArray("users");
    for (Row row : page.rows()) {
      ObjectNode shown = shown(row);
      shown.put(
          "key_count",
          management.records().keys().count(RecordQuery.all().equal("user_id", row.key())));
      users.add(shown);
    }
    call.answer(page.numbersInto(answer));
  }
}
