package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.spi.state.RecordQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Who belongs to a team, as what, and with which limits of its own. */
final class TeamMembers {
  private static final Set<String> ROLES = Set.of("admin", "user");

  private static final FieldRules ADD =
      new FieldRules()
          .elsewhere(FieldType.TEXT, "team_id", "user_id", "user_email", "role", "budget_duration")
          .elsewhere(FieldType.ANY, "member")
          .elsewhere(FieldType.AMOUNT, "max_budget_in_team")
          .elsewhere(FieldType.WHOLE, "tpm_limit", "rpm_limit")
          .refused("allowed_models");

  private final Management management;
  private final KeyAccess access;

  TeamMembers(Management management, KeyAccess access) {
    this.management = management;
    this.access = access;
  }

  void add(Call call) throws IOException {
    ObjectNode body = call.body();
    String team = Management.required(body, "team_id");
    management.require(Source.TEAM, team, "team_id");
    access.requireTeamAdmin(call.caller(), team);
    List<String> warnings = ADD.check(body);
    JsonNode member = body.path("member");
    List<JsonNode> members = member.isArray() ? List.copyOf(member.values()) : List.of(member);
    Row row = join(team, members, body, call.caller());
    ObjectNode answer = Documents.shown(Source.TEAM, row.document(), management);
    ArrayNode users = answer.putArray("updated_users");
    ArrayNode memberships = answer.putArray("updated_team_memberships");
    for (JsonNode joined : members) {
      String user = user(joined).orElseThrow();
      management
          .records()
          .users()
          .get(user)
          .ifPresent(
              found -> users.add(Documents.shown(Source.USER, found.document(), management)));
      management
          .records()
          .members()
          .get(Records.memberId(user, team))
          .ifPresent(found -> memberships.add(membership(found)));
    }
    call.answer(answer, warnings);
  }

  /** Adds members to a team, with these limits, and makes users of those who are none yet. */
  Row join(String team, List<JsonNode> members, ObjectNode limits, Caller caller) {
    List<String> users = new ArrayList<>();
    for (JsonNode member : members) {
      String role = Json.text(member, "role").orElse("user");
      if (!ROLES.contains(role)) {
        throw Problems.field("role", "must be admin or user");
      }
      users.add(
          user(member)
              .orElseThrow(() ->
                  Problems.field("member", "must name a user_id, or the user_email of a user")));
    }
    for (int i = 0; i < users.size(); i++) {
      ensureUser(users.get(i), members.get(i), caller);
      write(users.get(i), team, limits);
    }
    return management.change(
        Source.TEAM,
        team,
        "team_id",
        document -> {
          ArrayNode list = document.withArray("members_with_roles");
          for (int i = 0; i < users.size(); i++) {
            remove(list, users.get(i));
            ObjectNode entry = list.addObject();
            entry.put("user_id", users.get(i));
            entry.put("user_email", Json.text(members.get(i), "user_email").orElse(null));
            entry.put("role", Json.text(members.get(i), "role").orElse("user"));
          }
          management.stamp(document, caller);
          return document;
        });
  }

  /** The user that a request means, by id or by mail address. */
  private Optional<String> user(JsonNode member) {
    return Json.text(member, "user_id")
        .or(() -> Json.text(member, "user_email").flatMap(this::byEmail));
  }

  private Optional<String> byEmail(String email) {
    List<Row> found =
        management.records().users().find(RecordQuery.all().equal("user_email", email).first(1));
    return found.stream().map(Row::key).findFirst();
  }

  private void ensureUser(String user, JsonNode member, Caller caller) {
    if (management.records().users().get(user).isPresent()) {
      return;
    }
    ObjectNode document = UserRoutes.empty(user);
    Json.text(member, "user_email").ifPresent(email -> document.put("user_email", email));
    management.stampNew(document, caller);
    if (management.records().users().insert(user, document)) {
      management.written().wrote(Source.USER, user);
    }
  }

  private void write(String user, String team, ObjectNode limits) {
    String id = Records.memberId(user, team);
    management
        .records()
        .transact(transaction -> {
          var table = management.records().members().in(transaction);
          Row row = table.get(id).orElseGet(() -> new Row(id, 0, Json.object()));
          ObjectNode document = row.document();
          document.put("user_id", user);
          document.put("team_id", team);
          copy(limits, "max_budget_in_team", document, "max_budget");
          copy(limits, "budget_duration", document, "budget_duration");
          copy(limits, "tpm_limit", document, "tpm_limit");
          copy(limits, "rpm_limit", document, "rpm_limit");
          return table.put(row);
        });
    management.written().wrote(Source.MEMBER, id);
  }

  private static void copy(ObjectNode from, String name, ObjectNode to, String newName) {
    if (from.has(name)) {
      to.set(newName, from.path(name));
    }
  }

  void update(Call call) throws IOException {
    ObjectNode body = call.body();
    String team = Management.required(body, "team_id");
    management.require(Source.TEAM, team, "team_id");
    access.requireTeamAdmin(call.caller(), team);
    List<String> warnings = ADD.check(body);
    String user = requireMember(body, team);
    write(user, team, body);
    Optional<String> role = Json.text(body, "role");
    if (role.isPresent()) {
      setRole(team, user, role.get(), call.caller());
    }
    ObjectNode answer = Json.object();
    answer.put("team_id", team);
    answer.put("user_id", user);
    answer.put("user_email", Json.text(body, "user_email").orElse(null));
    answer.set("max_budget_in_team", body.path("max_budget_in_team"));
    call.answer(answer, warnings);
  }

  private void setRole(String team, String user, String role, Caller caller) {
    if (!ROLES.contains(role)) {
      throw Problems.field("role", "must be admin or user");
    }
    management.change(
        Source.TEAM,
        team,
        "team_id",
        document -> {
          for (JsonNode member : document.path("members_with_roles").values()) {
            if (member instanceof ObjectNode entry
                && Json.text(entry, "user_id").filter(user::equals).isPresent()) {
              entry.put("role", role);
            }
          }
          management.stamp(document, caller);
          return document;
        });
  }

  private String requireMember(ObjectNode body, String team) {
    String user =
        user(body).orElseThrow(() -> Problems.field("user_id", "or user_email must name a user"));
    if (management.records().members().get(Records.memberId(user, team)).isEmpty()) {
      throw Problems.notFound("user_id", "member " + user + " of the team " + team);
    }
    return user;
  }

  void delete(Call call) throws IOException {
    ObjectNode body = call.body();
    String team = Management.required(body, "team_id");
    management.require(Source.TEAM, team, "team_id");
    access.requireTeamAdmin(call.caller(), team);
    Row row = leave(team, requireMember(body, team), call.caller());
    call.answer(Documents.shown(Source.TEAM, row.document(), management));
  }

  /** Takes a user out of a team. */
  Row leave(String team, String user, Caller caller) {
    management.delete(Source.MEMBER, Records.memberId(user, team));
    return management.change(
        Source.TEAM,
        team,
        "team_id",
        document -> {
          remove(document.withArray("members_with_roles"), user);
          management.stamp(document, caller);
          return document;
        });
  }

  private static void remove(ArrayNode members, String user) {
    members.removeIf(member -> Json.text(member, "user_id").filter(user::equals).isPresent());
  }

  ArrayNode shown(List<Row> memberships) {
    return Management.array(memberships.stream().map(this::membership).toList());
  }

  private ObjectNode membership(Row row) {
    ObjectNode shown = Json.object();
    ObjectNode document = Documents.shown(Source.MEMBER, row.document(), management);
    shown.set("user_id", document.path("user_id"));
    shown.set("team_id", document.path("team_id"));
    shown.set("spend", document.path("spend"));
    ObjectNode budget = shown.putObject("litellm_budget_table");
    for (String name : List.of("max_budget", "budget_duration", "tpm_limit", "rpm_limit")) {
      JsonNode value = document.path(name);
      budget.set(name, value.isMissingNode() ? budget.nullNode() : value);
    }
    return shown;
  }
}
