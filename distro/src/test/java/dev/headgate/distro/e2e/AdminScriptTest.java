package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What a LiteLLM user's admin script does, call by call, against the distribution as it comes:
 * keys, teams and users in its database file.
 */
class AdminScriptTest {
  private static final Pattern KEY = Pattern.compile("\"key\":\"(sk-[^\"]+)\"");
  private static Stage stage;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    stage = new Stage("");
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  private HttpResponse<String> call(String key, String method, String path, String json) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(stage.gateway().baseUrl() + path))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the gateway", e);
    }
  }

  private String post(String path, String json) {
    HttpResponse<String> answer = call(AssembledGateway.KEY, "POST", path, json);
    assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
    return answer.body();
  }

  private String get(String path) {
    HttpResponse<String> answer = call(AssembledGateway.KEY, "GET", path, "");
    assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
    return answer.body();
  }

  private int chat(String key) {
    return call(key, "POST", "/v1/chat/completions", "{\"model\":\"gpt-4o\",\"messages\":[]}")
        .statusCode();
  }

  private static String keyIn(String answer) {
    Matcher matcher = KEY.matcher(answer);
    assertThat(matcher.find()).as(answer).isTrue();
    return matcher.group(1);
  }

  @Test
  void runsAnAdminScriptUnchanged() {
    post(
        "/team/new",
        "{\"team_id\":\"t1\",\"team_alias\":\"research\",\"max_budget\":50,\"models\":[\"gpt-4o\"]}");
    String user =
        post(
            "/user/new",
            "{\"user_id\":\"u1\",\"user_email\":\"u1@example.com\",\"user_role\":\"internal_user\","
                + "\"auto_create_key\":false}");
    assertThat(user).contains("\"user_id\":\"u1\"").doesNotContain("sk-");
    post(
        "/team/member_add",
        "{\"team_id\":\"t1\",\"member\":{\"role\":\"user\",\"user_id\":\"u1\"},"
            + "\"max_budget_in_team\":5}");

    String made =
        post(
            "/key/generate",
            "{\"team_id\":\"t1\",\"user_id\":\"u1\",\"key_alias\":\"ci\",\"duration\":\"30d\","
                + "\"max_budget\":10,\"budget_duration\":\"1d\",\"rpm_limit\":100,"
                + "\"metadata\":{\"env\":\"test\"}}");
    String key = keyIn(made);
    assertThat(chat(key)).isEqualTo(200);
    assertThat(get("/key/info?key=" + key))
        .contains("\"key_alias\":\"ci\"")
        .contains("\"team_id\":\"t1\"")
        .contains("\"env\":\"test\"");
    assertThat(get("/key/list?team_id=t1&return_full_object=true")).contains("\"total_count\":1");

    post("/key/update", "{\"key\":\"" + key + "\",\"max_budget\":20}");
    assertThat(get("/key/info?key=" + key)).contains("\"max_budget\":20");

    post("/key/block", "{\"key\":\"" + key + "\"}");
    assertThat(chat(key)).isEqualTo(401);
    post("/key/unblock", "{\"key\":\"" + key + "\"}");
    assertThat(chat(key)).isEqualTo(200);

    String next = keyIn(post("/key/" + key + "/regenerate", "{}"));
    assertThat(chat(key)).isEqualTo(401);
    assertThat(chat(next)).isEqualTo(200);

    post("/team/update", "{\"team_id\":\"t1\",\"tpm_limit\":1000000}");
    assertThat(get("/team/info?team_id=t1"))
        .contains("\"team_alias\":\"research\"")
        .contains("\"tpm_limit\":1000000")
        .contains("\"user_id\":\"u1\"");
    post("/user/update", "{\"user_id\":\"u1\",\"max_budget\":7}");
    assertThat(get("/user/info?user_id=u1")).contains("\"max_budget\":7").contains("\"t1\"");
    assertThat(get("/user/list?page=1&page_size=10")).contains("\"u1\"");

    post("/team/member_delete", "{\"team_id\":\"t1\",\"user_id\":\"u1\"}");
    post("/key/delete", "{\"keys\":[\"" + next + "\"]}");
    assertThat(chat(next)).isEqualTo(401);
    post("/team/delete", "{\"team_ids\":[\"t1\"]}");
    post("/user/delete", "{\"user_ids\":[\"u1\"]}");
    assertThat(get("/team/list")).isEqualTo("[]");
    assertThat(stage.gateway().output()).doesNotContain(key).doesNotContain(next);
  }

  @Test
  void stopsAKeyAtItsBoundOfRequests() {
    String key = keyIn(post("/key/generate", "{\"rpm_limit\":2}"));
    assertThat(chat(key)).isEqualTo(200);
    assertThat(chat(key)).isEqualTo(200);
    HttpResponse<String> answer =
        call(key, "POST", "/v1/chat/completions", "{\"model\":\"gpt-4o\",\"messages\":[]}");
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.body()).contains("Rate limit exceeded for");
    post("/key/update", "{\"key\":\"" + key + "\",\"rpm_limit\":5}");
    assertThat(chat(key)).isEqualTo(200);
  }
}
