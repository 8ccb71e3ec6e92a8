package dev.headgate.plugins.authkeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.TestGateway;
import dev.headgate.testkit.state.MemoryStore;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class KeysTest {
  private final MemoryStore store = new MemoryStore();
  private TestGateway gateway;
  private Admin admin;

  static TestGateway.Builder around(MemoryStore store) {
    return TestGateway.around(AuthKeysPlugin.class, AuthKeysPlugin::new)
        .store(store)
        .withoutDoorman()
        .config("general_settings: {master_key: " + Admin.MASTER + "}");
  }

  @BeforeEach
  void start() {
    gateway =
        around(store)
            .models(
                """
                model_list:
                  - model_name: test-model
                    litellm_params: {model: test/m, api_base: "%UPSTREAM%"}
                    model_info: {access_groups: [beta]}
                  - model_name: other-model
                    litellm_params: {model: test/m, api_base: "%UPSTREAM%"}
                  - model_name: "fake/*"
                    litellm_params: {model: "test/*", api_base: "%UPSTREAM%"}
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
  void letsInTheMasterKeyAndEveryKeyThatItMakes() {
    assertThat(admin.chatStatus()).isEqualTo(200);
    assertThat(admin.as(admin.newKey("{}")).chatStatus()).isEqualTo(200);
  }

  @Test
  void answersAsLiteLlmDoes() {
    JsonNode made =
        admin.post(
            "/key/generate",
            """
            {"models": ["test-model"], "aliases": {"mine": "test-model"}, "duration": "20m",
             "metadata": {"user": "a@b.c"}, "max_budget": 12.5, "budget_duration": "30d",
             "tpm_limit": 1000, "rpm_limit": 10, "key_alias": "first"}
            """);
    String key = made.path("key").stringValue();
    assertThat(key).matches("sk-[A-Za-z0-9_-]{22}");
    assertThat(made.path("key_name").stringValue()).isEqualTo("sk-..." + key.substring(21));
    assertThat(made.path("token").stringValue()).matches("[0-9a-f]{64}");
    assertThat(made.path("token_id")).isEqualTo(made.path("token"));
    assertThat(made.path("expires").stringValue()).isEqualTo("2026-01-01T00:20:00Z");
    assertThat(made.path("budget_reset_at").stringValue()).isEqualTo("2026-02-01T00:00:00Z");
    assertThat(made.path("max_budget").decimalValue()).isEqualByComparingTo("12.5");
    assertThat(made.path("spend").decimalValue()).isZero();
    assertThat(made.has("warnings")).isFalse();

    JsonNode info = admin.get("/key/info?key=" + key);
    assertThat(info.path("key").stringValue()).isEqualTo(key);
    assertThat(info.path("info").path("aliases").path("mine").stringValue())
        .isEqualTo("test-model");
    assertThat(info.toString()).doesNotContain("spend_epoch").doesNotContain("\"state\"");
    assertThat(admin.get("/key/info?key=" + made.path("token").stringValue()).path("info"))
        .isEqualTo(info.path("info"));
    assertThat(admin.as(key).get("/key/info").path("info")).isEqualTo(info.path("info"));
  }

  @Test
  void storesNoKeyItself() {
    String key = admin.newKey("{\"key_alias\":\"secret\"}");
    String all = admin.get("/key/list?return_full_object=true").toString();
    assertThat(all).contains("secret").doesNotContain(key);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"max_budget\": -1}', max_budget, 422",
    "'{\"rpm_limit\": \"many\"}', rpm_limit, 422",
    "'{\"duration\": \"soon\"}', duration, 422",
    "'{\"models\": \"test-model\"}', models, 422",
    "'{\"key\": \"my-key\"}', key, 422",
    "'{\"key\": \"sk-with a space\"}', key, 422",
    "'{\"team_id\": \"nowhere\"}', team_id, 404",
    "'{\"budget_id\": \"none\"}', budget_id, 404",
    "'{\"guardrails\": [\"pii\"]}', guardrails, 400",
    "'{\"project_id\": \"p\"}', project_id, 400",
    "'{\"key_type\": \"odd\"}', key_type, 422",
    "'[1]', request_body, 400",
    "'{\"a\": 1', request_body, 400"
  })
  void refusesWhatIsWrongByName(String body, String param, int status) {
    HttpResponse<String> answer = admin.send("/key/generate", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains("\"param\":\"" + param + "\"");
  }

  @Test
  void takesEmptyValuesOfWhatItDoesNotSupportAndNamesTheRest() {
    JsonNode made =
        admin.post(
            "/key/generate",
            """
            {"guardrails": [], "project_id": null, "object_permission": {}, "auto_rotate": false,
             "config": {"a": 1}, "max_bugdet": 5}
            """);
    assertThat(made.path("config").path("a").intValue()).isEqualTo(1);
    assertThat(made.path("guardrails").isEmpty()).isTrue();
    assertThat(made.path("warnings").toString()).contains("field config ").contains("max_bugdet");
  }

  @Test
  void refusesAKeyThatExpired() {
    Admin user = admin.as(admin.newKey("{\"duration\":\"30m\"}"));
    assertThat(user.chatStatus()).isEqualTo(200);
    gateway.clock().advance(Duration.ofMinutes(30));
    HttpResponse<String> answer = user.chat("test-model");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .contains("\"type\":\"expired_key\"")
        .contains("\"param\":\"" + user.key().substring(21) + "\"")
        .doesNotContain(user.key());
  }

  @Test
  void refusesABlockedKeyUntilItIsUnblocked() {
    Admin user = admin.as(admin.newKey("{}"));
    assertThat(user.chatStatus()).isEqualTo(200);
    assertThat(
            admin.post("/key/block", "{\"key\":\"" + user.key() + "\"}").path("blocked").toString())
        .isEqualTo("true");
    HttpResponse<String> answer = user.chat("test-model");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("\"type\":\"auth_error\"").contains("/key/unblock");
    admin.post("/key/unblock", "{\"key\":\"" + user.key() + "\"}");
    assertThat(user.chatStatus()).isEqualTo(200);
  }

  @Test
  void refusesADeletedKeyAtOnce() {
    Admin user = admin.as(admin.newKey("{}"));
    assertThat(user.chatStatus()).isEqualTo(200);
    JsonNode deleted = admin.post("/key/delete", "{\"keys\":[\"" + user.key() + "\"]}");
    assertThat(deleted.path("deleted_keys").get(0).stringValue()).isEqualTo(user.key());
    HttpResponse<String> answer = user.chat("test-model");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("\"type\":\"token_not_found_in_db\"");
    assertThat(admin.sendGet("/key/info?key=" + user.key()).statusCode()).isEqualTo(404);
    assertThat(admin.send("/key/delete", "{\"keys\":[\"" + user.key() + "\"]}").statusCode())
        .isEqualTo(404);
  }

  @Test
  void changesWhatAKeyMayDo() {
    Admin user = admin.as(admin.newKey("{\"models\":[\"other-model\"]}"));
    HttpResponse<String> answer = user.chat("test-model");
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("\"type\":\"key_model_access_denied\"");
    JsonNode changed =
        admin.post(
            "/key/update",
            "{\"key\":\"" + user.key() + "\",\"models\":[\"test-model\"],\"duration\":\"-1\"}");
    assertThat(changed.path("models").get(0).stringValue()).isEqualTo("test-model");
    assertThat(changed.path("expires").isNull()).isTrue();
    assertThat(user.chatStatus()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "'[]', test-model, 200",
    "'[\"*\"]', other-model, 200",
    "'[\"all-proxy-models\"]', other-model, 200",
    "'[\"fake/*\"]', fake/one, 200",
    "'[\"fake/one\"]', fake/two, 403",
    "'[\"beta\"]', test-model, 200",
    "'[\"beta\"]', other-model, 403",
    "'[\"no-default-models\"]', test-model, 403",
    "'[\"all-team-models\"]', test-model, 403"
  })
  void letsThroughTheModelsOfTheKey(String models, String model, int status) {
    Admin user = admin.as(admin.newKey("{\"models\":" + models + "}"));
    assertThat(user.chat(model).statusCode()).isEqualTo(status);
  }

  @Test
  void callsAModelByTheKeysOwnName() {
    Admin user =
        admin.as(
            admin.newKey("{\"models\":[\"test-model\"],\"aliases\":{\"mine\":\"test-model\"}}"));
    assertThat(user.chat("mine").statusCode()).isEqualTo(200);
    assertThat(user.get("/v1/models").path("data").size()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"allowed_routes\":[\"llm_api_routes\"]}', 200, 403",
    "'{\"key_type\":\"llm_api\"}', 200, 403",
    "'{\"key_type\":\"management\"}', 403, 200",
    "'{\"allowed_routes\":[\"/v1/chat/completions\"]}', 200, 403",
    "'{\"allowed_routes\":[\"/key/*\"]}', 403, 200",
    "'{}', 200, 200"
  })
  void keepsAKeyToItsRoutes(String body, int chat, int info) {
    Admin user = admin.as(admin.newKey(body));
    HttpResponse<String> answer = user.chat("test-model");
    assertThat(answer.statusCode()).isEqualTo(chat);
    HttpResponse<String> own = user.sendGet("/key/info");
    assertThat(own.statusCode()).isEqualTo(info);
    if (info == 403) {
      assertThat(own.body()).contains("not allowed to call this route");
    }
  }

  @Test
  void replacesAKey() {
    Admin old = admin.as(admin.newKey("{\"key_alias\":\"steady\",\"rpm_limit\":7}"));
    assertThat(old.chatStatus()).isEqualTo(200);
    JsonNode made = admin.post("/key/" + old.key() + "/regenerate", "{}");
    assertThat(made.path("key_alias").stringValue()).isEqualTo("steady");
    assertThat(made.path("rpm_limit").intValue()).isEqualTo(7);
    assertThat(made.path("rotation_count").intValue()).isEqualTo(1);
    assertThat(old.chatStatus()).isEqualTo(401);
    assertThat(admin.as(made.path("key").stringValue()).chatStatus()).isEqualTo(200);
    assertThat(admin.get("/key/list").path("total_count").intValue()).isEqualTo(1);
  }

  @Test
  void keepsAReplacedKeyGoodForAWhile() {
    Admin old = admin.as(admin.newKey("{}"));
    JsonNode made =
        admin.post("/key/regenerate", "{\"key\":\"" + old.key() + "\",\"grace_period\":\"60s\"}");
    Admin fresh = admin.as(made.path("key").stringValue());
    assertThat(old.chatStatus()).isEqualTo(200);
    assertThat(admin.get("/key/list").path("total_count").intValue()).isEqualTo(1);

    admin.post("/key/block", "{\"key\":\"" + fresh.key() + "\"}");
    assertThat(old.chatStatus()).isEqualTo(401);
    admin.post("/key/unblock", "{\"key\":\"" + fresh.key() + "\"}");
    assertThat(old.chatStatus()).isEqualTo(200);

    gateway.clock().advance(Duration.ofSeconds(60));
    assertThat(old.chatStatus()).isEqualTo(401);
    assertThat(fresh.chatStatus()).isEqualTo(200);
  }

  @Test
  void setsTheSpendBackAndLeavesTheBudgetAlone() {
    String key = admin.newKey("{\"spend\": 3.25, \"max_budget\": 5}");
    assertThat(admin.get("/key/info?key=" + key).path("info").path("spend").decimalValue())
        .isEqualByComparingTo("3.25");
    JsonNode reset = admin.post("/key/" + key + "/reset_spend", "{\"reset_to\": 0.5}");
    assertThat(reset.path("spend").decimalValue()).isEqualByComparingTo("0.5");
    assertThat(reset.path("previous_spend").decimalValue()).isEqualByComparingTo("3.25");
    JsonNode info = admin.get("/key/info?key=" + key).path("info");
    assertThat(info.path("spend").decimalValue()).isEqualByComparingTo("0.5");
    assertThat(info.path("max_budget").intValue()).isEqualTo(5);
  }

  @Test
  void listsKeysByPage() {
    List<String> hashes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      hashes.add(
          admin
              .post("/key/generate", "{\"user_id\":\"u" + i % 2 + "\"}")
              .path("token")
              .stringValue());
      gateway.clock().advance(Duration.ofSeconds(1));
    }
    JsonNode page = admin.get("/key/list?page=2&size=2");
    assertThat(page.path("keys").get(0).stringValue()).isEqualTo(hashes.get(2));
    assertThat(page.path("keys").size()).isEqualTo(2);
    assertThat(page.path("total_count").intValue()).isEqualTo(5);
    assertThat(page.path("current_page").intValue()).isEqualTo(2);
    assertThat(page.path("total_pages").intValue()).isEqualTo(3);
    assertThat(admin.get("/key/list?user_id=u1").path("total_count").intValue()).isEqualTo(2);
    assertThat(admin.get("/key/list?page=9").path("keys").isEmpty()).isTrue();
  }

  @Test
  void givesAnAliasToOneKeyOnly() {
    admin.newKey("{\"key_alias\":\"one\"}");
    HttpResponse<String> answer = admin.send("/key/generate", "{\"key_alias\":\"one\"}");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("\"param\":\"key_alias\"");
    assertThat(admin.post("/key/delete", "{\"key_aliases\":[\"one\"]}").path("deleted_keys").size())
        .isEqualTo(1);
    admin.newKey("{\"key_alias\":\"one\"}");
  }

  @Test
  void takesAKeyThatTheCallerChose() {
    Admin user = admin.as(admin.newKey("{\"key\":\" sk-chosen-by-the-caller\\n\"}"));
    assertThat(user.key()).isEqualTo("sk-chosen-by-the-caller");
    assertThat(user.chatStatus()).isEqualTo(200);
    assertThat(admin.send("/key/generate", "{\"key\":\"sk-chosen-by-the-caller\"}").statusCode())
        .isEqualTo(409);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/key/generate",
        "/key/update",
        "/key/delete",
        "/key/block",
        "/team/new",
        "/user/new"
      })
  void letsNoOrdinaryKeyManage(String path) {
    Admin user = admin.as(admin.newKey("{\"user_id\":null}"));
    assertThat(
            user.send(path, "{\"key\":\"" + user.key() + "\",\"keys\":[\"" + user.key() + "\"]}")
                .statusCode())
        .isEqualTo(403);
  }

  @Test
  void showsAKeyToItselfAndToNobodyElse() {
    String one = admin.newKey("{\"user_id\":null}");
    Admin two = admin.as(admin.newKey("{\"user_id\":null}"));
    assertThat(two.sendGet("/key/info?key=" + one).statusCode()).isEqualTo(403);
    assertThat(two.sendGet("/key/list").statusCode()).isEqualTo(403);
  }

  @Test
  void fillsInWhatTheConfigurationSaysOfNewKeys() {
    try (TestGateway other =
        around(new MemoryStore())
            .config(
                """
                litellm_settings:
                  default_key_generate_params: {models: [test-model], metadata: {made: here}}
                  upperbound_key_generate_params: {max_budget: 10, duration: 30d}
                """)
            .start()) {
      Admin there = Admin.of(other);
      JsonNode made = there.post("/key/generate", "{}");
      assertThat(made.path("models").get(0).stringValue()).isEqualTo("test-model");
      assertThat(made.path("max_budget").intValue()).isEqualTo(10);
      assertThat(made.path("expires").stringValue()).isEqualTo("2026-01-31T00:00:00Z");
      HttpResponse<String> answer = there.send("/key/generate", "{\"max_budget\": 10.01}");
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("upperbound_key_generate_params");
    }
  }
}
