package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Row;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Who beside administrators may do what with keys and teams. */
final class KeyAccess {
  /** What only an administrator may set on a key. */
  private static final List<String> RESERVED =
      List.of("organization_id", "permissions", "spend", "budget_id", "key_type");

  private final Management management;

  KeyAccess(Management management) {
    this.management = management;
  }

  /** Whether a user has a role in a team; any role when none is named. */
  boolean isMember(Optional<String> user, String team, String role) {
    if (user.isEmpty()) {
      return false;
    }
    Optional<Row> row = Source.TEAM.table(management.records()).get(team);
    for (JsonNode member :
        row.map(found -> found.document().path("members_with_roles"))
            .orElseGet(Json::object)
            .values()) {
      if (Json.text(member, "user_id").equals(user)
          && (role.isEmpty() || Json.text(member, "role").filter(role::equals).isPresent())) {
        return true;
      }
    }
    return false;
  }

  void requireTeamAdmin(Caller caller, String team) {
    if (!caller.isAdmin() && !isMember(caller.user(), team, "admin")) {
      throw Problems.forbidden("only an administrator, or one of this team, may do this");
    }
  }

  void requireTeamView(Caller caller, String team) {
    boolean own = caller.principal().teamId().filter(team::equals).isPresent();
    if (!caller.seesAll() && !own && !isMember(caller.user(), team, "")) {
      throw Problems.forbidden("only an administrator, or a member of this team, may see this");
    }
  }

  /** A key may be seen by itself, its user, and the administrators of its team. */
  void requireView(Caller caller, Row key) {
    if (!caller.seesAll() && !caller.keyId().equals(key.key()) && !owns(caller, key.document())) {
      throw Problems.forbidden("only an administrator, or who holds this key, may see this");
    }
  }

  void requireChange(Caller caller, ObjectNode key) {
    if (!caller.isAdmin() && !(isInternalUser(caller) && owns(caller, key))) {
      throw Problems.forbidden("only an administrator, or the user of this key, may change it");
    }
  }

  private boolean owns(Caller caller, ObjectNode key) {
    boolean own = caller.user().isPresent() && Json.text(key, "user_id").equals(caller.user());
    return own
        || Json.text(key, "team_id")
            .filter(team -> isMember(caller.user(), team, "admin"))
            .isPresent();
  }

  private boolean isInternalUser(Caller caller) {
    return caller
        .user()
        .flatMap(user -> Source.USER.table(management.records()).get(user))
        .flatMap(row -> Json.text(row.document(), "user_role"))
        .filter("internal_user"::equals)
        .isPresent();
  }

  /**
   * Checks what a caller asks for in a key. Whoever is no administrator makes keys for itself, or
   * for teams that it is in, and gets no more through them than through its own.
   */
  void requireFields(Caller caller, ObjectNode body) {
    if (caller.isAdmin()) {
      return;
    }
    if (!isInternalUser(caller)) {
      throw Problems.forbidden("only an administrator or an internal user may make keys");
    }
    for (String field : RESERVED) {
      if (!Json.empty(body.path(field))) {
        throw Problems.forbidden("only an administrator may set " + field + " of a key");
      }
    }
    String user = caller.user().orElseThrow();
    if (Json.text(body, "user_id").filter(other -> !other.equals(user)).isPresent()) {
      throw Problems.forbidden("only an administrator may make a key for another user");
    }
    Json.text(body, "team_id")
        .filter(team -> !isMember(caller.user(), team, ""))
        .ifPresent(team -> {
          throw Problems.forbidden("only a member of the team " + team + " may make a key in it");
        });
  }
}
