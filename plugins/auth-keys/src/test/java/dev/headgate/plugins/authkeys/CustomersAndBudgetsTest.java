package dev.headgate.plugins.authkeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.TestGateway;
import dev.headgate.testkit.state.MemoryStore;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class CustomersAndBudgetsTest {
  private final MemoryStore store = new MemoryStore();
  private TestGateway gateway;
  private Admin admin;

  @BeforeEach
  void start() {
    gateway = KeysTest.around(store).start();
    admin = Admin.of(gateway);
  }

  @AfterEach
  void stop() {
    gateway.close();
    store.close();
  }

  private HttpResponse<String> chatFor(String header, String customer, String user) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/v1/chat/completions"))
            .header("Authorization", "Bearer " + admin.key())
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"model\":\"test-model\",\"user\":\"" + user + "\",\"messages\":[]}"));
    if (!customer.isEmpty()) {
      request.header(header, customer);
    }
    return gateway.send(request);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/customer", "/end_user"})
  void keepsCustomersWithTheirBudgets(String root) {
    admin.post(
        "/budget/new", "{\"budget_id\":\"small\",\"max_budget\":1.5,\"budget_duration\":\"1d\"}");
    JsonNode made = admin.post(root + "/new", "{\"user_id\":\"c1\",\"budget_id\":\"small\"}");
    assertThat(made.path("litellm_budget_table").path("max_budget").decimalValue())
        .isEqualByComparingTo("1.5");
    JsonNode own =
        admin.post(root + "/new", "{\"user_id\":\"c2\",\"max_budget\":3,\"alias\":\"two\"}");
    assertThat(own.path("litellm_budget_table").path("max_budget").intValue()).isEqualTo(3);
    admin.post(root + "/update", "{\"user_id\":\"c2\",\"max_budget\":4}");
    JsonNode info = admin.get(root + "/info?end_user_id=c2");
    assertThat(info.path("user_id").stringValue()).isEqualTo("c2");
    assertThat(info.path("alias").stringValue()).isEqualTo("two");
    assertThat(info.path("litellm_budget_table").path("max_budget").intValue()).isEqualTo(4);
    assertThat(admin.get(root + "/list").size()).isEqualTo(2);
    HttpResponse<String> used = admin.send("/budget/delete", "{\"id\":\"small\"}");
    assertThat(used.statusCode()).isEqualTo(400);
    assertThat(used.body()).contains("customer");
    admin.post(root + "/delete", "{\"user_ids\":[\"c1\",\"c2\"]}");
    assertThat(admin.sendGet(root + "/info?end_user_id=c1").statusCode()).isEqualTo(404);
    admin.post("/budget/delete", "{\"id\":\"small\"}");
  }

  @Test
  void refusesCallsForABlockedCustomer() {
    assertThat(chatFor("", "", "bad").statusCode()).isEqualTo(200);
    admin.post("/customer/block", "{\"user_ids\":[\"bad\"]}");
    HttpResponse<String> answer = chatFor("", "", "bad");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("/customer/unblock");
    assertThat(chatFor("x-litellm-end-user-id", "bad", "good").statusCode()).isEqualTo(401);
    assertThat(chatFor("", "", "good").statusCode()).isEqualTo(200);
    admin.post("/customer/unblock", "{\"user_ids\":[\"bad\"]}");
    assertThat(chatFor("", "", "bad").statusCode()).isEqualTo(200);
  }

  @Test
  void asksTheStoreForNoCustomerThatNobodyHasMade() {
    KeyLookupTest.await(() -> {
      long calls = store.calls();
      chatFor("", "", "nobody");
      return store.calls() == calls;
    });
    long before = store.calls();
    for (int i = 0; i < 20; i++) {
      assertThat(chatFor("", "", "anybody-" + i).statusCode()).isEqualTo(200);
    }
    assertThat(store.calls()).isEqualTo(before);
  }

  @Test
  void keepsSharedBudgets() {
    admin.post("/budget/new", "{\"budget_id\":\"b\",\"max_budget\":1,\"rpm_limit\":5}");
    JsonNode changed = admin.post("/budget/update", "{\"budget_id\":\"b\",\"max_budget\":2}");
    assertThat(changed.path("max_budget").intValue()).isEqualTo(2);
    assertThat(changed.path("rpm_limit").intValue()).isEqualTo(5);
    assertThat(
            admin
                .post("/budget/info", "{\"budgets\":[\"b\"]}")
                .get(0)
                .path("budget_id")
                .stringValue())
        .isEqualTo("b");
    assertThat(admin.get("/budget/list").size()).isEqualTo(1);
    assertThat(admin.get("/budget/settings?budget_id=b").size()).isPositive();
    JsonNode key = admin.post("/key/generate", "{\"budget_id\":\"b\"}");
    assertThat(key.path("litellm_budget_table").path("max_budget").intValue()).isEqualTo(2);
  }

  @Test
  void keepsOrganizations() {
    admin.post(
        "/organization/new",
        "{\"organization_id\":\"o\",\"organization_alias\":\"acme\",\"models\":[\"nothing\"],\"max_budget\":9}");
    admin.post("/team/new", "{\"team_id\":\"t\",\"organization_id\":\"o\"}");
    JsonNode info = admin.get("/organization/info?organization_id=o");
    assertThat(info.path("litellm_budget_table").path("max_budget").intValue()).isEqualTo(9);
    assertThat(info.path("teams").get(0).path("team_id").stringValue()).isEqualTo("t");
    Admin user = admin.as(admin.newKey("{\"team_id\":\"t\"}"));
    assertThat(user.chat("test-model").body()).contains("\"type\":\"org_model_access_denied\"");
    admin.post("/organization/update", "{\"organization_id\":\"o\",\"models\":[]}");
    assertThat(user.chatStatus()).isEqualTo(200);
    assertThat(admin.get("/organization/list").size()).isEqualTo(1);
    assertThat(delete("/organization/delete", "{\"organization_ids\":[\"o\"]}")).isEqualTo(400);
    admin.post("/team/delete", "{\"team_ids\":[\"t\"]}");
    assertThat(delete("/organization/delete", "{\"organization_ids\":[\"o\"]}")).isEqualTo(200);
  }

  private int delete(String path, String json) {
    return gateway
        .send(
            HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                .header("Authorization", "Bearer " + admin.key())
                .method("DELETE", HttpRequest.BodyPublishers.ofString(json)))
        .statusCode();
  }

  @Test
  void keepsTags() {
    admin.post("/tag/new", "{\"name\":\"batch\",\"description\":\"nightly\",\"max_budget\":5}");
    admin.post("/tag/update", "{\"name\":\"batch\",\"max_budget\":6}");
    JsonNode info = admin.post("/tag/info", "{\"names\":[\"batch\"]}").path("batch");
    assertThat(info.path("description").stringValue()).isEqualTo("nightly");
    assertThat(info.path("litellm_budget_table").path("max_budget").intValue()).isEqualTo(6);
    assertThat(admin.get("/tag/list").size()).isEqualTo(1);
    admin.post("/tag/delete", "{\"name\":\"batch\"}");
    assertThat(admin.get("/tag/list").isEmpty()).isTrue();
  }
}
