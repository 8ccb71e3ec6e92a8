package dev.headgate.plugins.authkeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.TestGateway;
import dev.headgate.testkit.state.MemoryStore;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class TeamsAndUsersTest {
  private final MemoryStore store = new MemoryStore();
  private TestGateway gateway;
  private Admin admin;

  @BeforeEach
  void start() {
    gateway =
        KeysTest.around(store)
            .models(
                """
                model_list:
                  - model_name: test-model
                    litellm_params: {model: test/m, api_base: "%UPSTREAM%"}
                  - model_name: other-model
                    litellm_params: {model: test/m, api_base: "%UPSTREAM%"}
                """)
            .start();
    admin = Admin.of(gateway);
  }

  @AfterEach
  void stop() {
    gateway.close();
    store.close();
  }

  @Test
  void makesATeamWithMembersAndShowsIt() {
    JsonNode team =
        admin.post(
            "/team/new",
            """
            {"team_alias": "search", "members_with_roles": [{"role": "admin", "user_id": "ann"}],
             "max_budget": 100, "tpm_limit": 5000, "models": ["test-model"], "metadata": {"a": 1}}
            """);
    String id = team.path("team_id").stringValue();
    assertThat(id).isNotEmpty();
    assertThat(team.path("members_with_roles").get(0).path("user_id").stringValue())
        .isEqualTo("ann");
    admin.newKey("{\"team_id\":\"" + id + "\",\"key_alias\":\"of-search\"}");

    JsonNode info = admin.get("/team/info?team_id=" + id);
    assertThat(info.path("team_id").stringValue()).isEqualTo(id);
    assertThat(info.path("team_info").path("team_alias").stringValue()).isEqualTo("search");
    assertThat(info.path("keys").get(0).path("key_alias").stringValue()).isEqualTo("of-search");
    assertThat(info.path("team_memberships").get(0).path("user_id").stringValue()).isEqualTo("ann");
    assertThat(admin.get("/team/list").size()).isEqualTo(1);
    assertThat(admin.get("/v2/team/list?page=1&page_size=5").path("total").intValue()).isEqualTo(1);
    assertThat(admin.sendGet("/team/info?team_id=nowhere").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "'[\"all-team-models\"]', 200, 403, team_model_access_denied",
    "'[]', 200, 403, team_model_access_denied",
    "'[\"other-model\"]', 403, 403, key_model_access_denied"
  })
  void letsAKeyOfATeamReachWhatBothListsLetThrough(
      String models, int test, int other, String type) {
    admin.post("/team/new", "{\"team_id\":\"t\",\"models\":[\"test-model\"]}");
    Admin user = admin.as(admin.newKey("{\"team_id\":\"t\",\"models\":" + models + "}"));
    HttpResponse<String> first = user.chat("test-model");
    HttpResponse<String> second = user.chat("other-model");
    assertThat(first.statusCode()).isEqualTo(test);
    assertThat(second.statusCode()).isEqualTo(other);
    assertThat(first.body() + second.body()).contains("\"type\":\"" + type + "\"");
    admin.post("/team/update", "{\"team_id\":\"t\",\"models\":[]}");
    assertThat(user.chat("other-model").statusCode()).isEqualTo(200);
  }

  @Test
  void refusesTheKeysOfABlockedTeamAndOfOneThatIsGone() {
    admin.post("/team/new", "{\"team_id\":\"t\"}");
    Admin user = admin.as(admin.newKey("{\"team_id\":\"t\"}"));
    assertThat(user.chatStatus()).isEqualTo(200);
    assertThat(admin.post("/team/block", "{\"team_id\":\"t\"}").path("blocked").booleanValue())
        .isTrue();
    assertThat(user.chat("test-model").body()).contains("the team t").contains("/team/unblock");
    admin.post("/team/unblock", "{\"team_id\":\"t\"}");
    assertThat(user.chatStatus()).isEqualTo(200);
    admin.post("/team/delete", "{\"team_ids\":[\"t\"]}");
    assertThat(user.chatStatus()).isEqualTo(401);
    assertThat(admin.get("/key/list").path("total_count").intValue()).isZero();
  }

  @Test
  void takesMembersInChangesThemAndLetsThemGo() {
    admin.post("/team/new", "{\"team_id\":\"t\"}");
    JsonNode added =
        admin.post(
            "/team/member_add",
            """
            {"team_id": "t", "member": {"role": "user", "user_id": "bob"}, "max_budget_in_team": 2.5}
            """);
    assertThat(added.path("members_with_roles").get(0).path("role").stringValue())
        .isEqualTo("user");
    assertThat(added.path("updated_users").get(0).path("user_id").stringValue()).isEqualTo("bob");
    JsonNode changed =
        admin.post(
            "/team/member_update",
            "{\"team_id\":\"t\",\"user_id\":\"bob\",\"max_budget_in_team\":4,\"role\":\"admin\"}");
    assertThat(changed.path("max_budget_in_team").intValue()).isEqualTo(4);
    JsonNode info = admin.get("/team/info?team_id=t");
    assertThat(
            info.path("team_memberships")
                .get(0)
                .path("litellm_budget_table")
                .path("max_budget")
                .intValue())
        .isEqualTo(4);
    assertThat(info.path("team_info").path("members_with_roles").get(0).path("role").stringValue())
        .isEqualTo("admin");
    admin.post("/team/member_delete", "{\"team_id\":\"t\",\"user_id\":\"bob\"}");
    assertThat(admin.get("/team/info?team_id=t").path("team_memberships").isEmpty()).isTrue();
    assertThat(
            admin
                .send("/team/member_delete", "{\"team_id\":\"t\",\"user_id\":\"bob\"}")
                .statusCode())
        .isEqualTo(404);
  }

  @Test
  void makesAUserWithAKey() {
    admin.post("/team/new", "{\"team_id\":\"t\"}");
    JsonNode made =
        admin.post(
            "/user/new",
            """
            {"user_id": "cleo", "user_email": "cleo@example.com", "user_role": "internal_user",
             "max_budget": 10, "teams": ["t"]}
            """);
    assertThat(made.path("user_id").stringValue()).isEqualTo("cleo");
    assertThat(made.path("teams").get(0).stringValue()).isEqualTo("t");
    Admin cleo = admin.as(made.path("key").stringValue());
    assertThat(cleo.chatStatus()).isEqualTo(200);

    JsonNode info = admin.get("/user/info?user_id=cleo");
    assertThat(info.path("user_info").path("max_budget").intValue()).isEqualTo(10);
    assertThat(info.path("keys").size()).isEqualTo(1);
    assertThat(info.path("teams").get(0).path("team_id").stringValue()).isEqualTo("t");
    assertThat(cleo.get("/user/info").path("user_id").stringValue()).isEqualTo("cleo");
    assertThat(cleo.sendGet("/user/info?user_id=other").statusCode()).isEqualTo(403);

    JsonNode changed =
        admin.post("/user/update", "{\"user_id\":\"cleo\",\"max_budget\":20}").path("data");
    assertThat(changed.path("max_budget").intValue()).isEqualTo(20);
    JsonNode list = admin.get("/user/list?role=internal_user");
    assertThat(list.path("total").intValue()).isEqualTo(1);
    assertThat(list.path("users").get(0).path("key_count").intValue()).isEqualTo(1);

    assertThat(admin.post("/user/delete", "{\"user_ids\":[\"cleo\"]}").intValue()).isEqualTo(1);
    assertThat(cleo.chatStatus()).isEqualTo(401);
    assertThat(admin.get("/team/info?team_id=t").path("team_memberships").isEmpty()).isTrue();
  }

  @Test
  void makesAUserWithoutAKeyWhereAsked() {
    JsonNode made = admin.post("/user/new", "{\"auto_create_key\": false}");
    assertThat(made.has("key")).isFalse();
    assertThat(admin.get("/key/list").path("total_count").intValue()).isZero();
    assertThat(admin.send("/user/new", "{\"user_role\":\"emperor\"}").statusCode()).isEqualTo(422);
  }

  @Test
  void letsAnInternalUserManageItsOwnKeysOnly() {
    String first = admin.post("/user/new", "{\"user_id\":\"dan\"}").path("key").stringValue();
    Admin dan = admin.as(first);
    JsonNode made = dan.post("/key/generate", "{\"key_alias\":\"second\"}");
    assertThat(made.path("user_id").stringValue()).isEqualTo("dan");
    assertThat(dan.get("/key/list").path("total_count").intValue()).isEqualTo(2);
    dan.post("/key/delete", "{\"key_aliases\":[\"second\"]}");

    String foreign = admin.newKey("{\"user_id\":\"eve\"}");
    assertThat(dan.send("/key/block", "{\"key\":\"" + foreign + "\"}").statusCode()).isEqualTo(403);
    assertThat(dan.send("/key/generate", "{\"user_id\":\"eve\"}").statusCode()).isEqualTo(403);
    assertThat(
            dan.send("/user/update", "{\"user_id\":\"dan\",\"user_role\":\"proxy_admin\"}")
                .statusCode())
        .isEqualTo(403);
    admin.post("/team/new", "{\"team_id\":\"t\"}");
    assertThat(dan.send("/key/generate", "{\"team_id\":\"t\"}").statusCode()).isEqualTo(403);
    admin.post(
        "/team/member_add",
        "{\"team_id\":\"t\",\"member\":{\"role\":\"user\",\"user_id\":\"dan\"}}");
    assertThat(dan.send("/key/generate", "{\"team_id\":\"t\"}").statusCode()).isEqualTo(200);
    assertThat(
            dan.send("/team/member_add", "{\"team_id\":\"t\",\"member\":{\"user_id\":\"eve\"}}")
                .statusCode())
        .isEqualTo(403);
  }

  @Test
  void letsAnAdministratorsKeyDoEverythingUntilTheRoleIsTaken() {
    String key =
        admin
            .post("/user/new", "{\"user_id\":\"fay\",\"user_role\":\"proxy_admin\"}")
            .path("key")
            .stringValue();
    Admin fay = admin.as(key);
    fay.post("/team/new", "{\"team_id\":\"t\"}");
    admin.post("/user/update", "{\"user_id\":\"fay\",\"user_role\":\"proxy_admin_viewer\"}");
    assertThat(fay.send("/team/new", "{\"team_id\":\"u\"}").statusCode()).isEqualTo(403);
    assertThat(fay.get("/team/list").size()).isEqualTo(1);
  }
}
