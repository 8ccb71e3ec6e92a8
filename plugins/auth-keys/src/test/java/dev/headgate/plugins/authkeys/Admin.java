package dev.headgate.plugins.authkeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.testkit.TestGateway;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Calls a gateway as somebody who holds a key. */
record Admin(TestGateway gateway, String key) {
  static final String MASTER = "sk-master-of-the-test-house";

  static Admin of(TestGateway gateway) {
    return new Admin(gateway, MASTER);
  }

  Admin as(String otherKey) {
    return new Admin(gateway, otherKey);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + key)
        .header("Content-Type", "application/json");
  }

  HttpResponse<String> send(String path, String json) {
    return gateway.send(request(path).POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  HttpResponse<String> sendGet(String path) {
    return gateway.send(request(path).GET());
  }

  /** A call that succeeds. */
  JsonNode post(String path, String json) {
    HttpResponse<String> answer = send(path, json);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.read(answer.body());
  }

  /** A look that succeeds. */
  JsonNode get(String path) {
    HttpResponse<String> answer = sendGet(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.read(answer.body());
  }

  /** A new key. */
  String newKey(String json) {
    return post("/key/generate", json).path("key").stringValue();
  }

  /** Asks a model with this key. */
  HttpResponse<String> chat(String model) {
    return send("/v1/chat/completions", "{\"model\":\"" + model + "\",\"messages\":[]}");
  }

  int chatStatus() {
    return chat("test-model").statusCode();
  }
}
