package dev.headgate.providers.anthropic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.upstream.RecordedRequest;
import dev.headgate.bench.upstream.Script;
import dev.headgate.spi.SettingException;
import dev.headgate.testkit.TestGateway;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;

class AnthropicTest {
  private static final String ASK =
      "{\"model\":\"claude\",\"max_tokens\":16,\"metadata\":{\"user_id\":\"u\"},"
          + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

  private static TestGateway gateway(String params) {
    return TestGateway.around(AnthropicPlugin.class, AnthropicPlugin::new)
        .models(
            "model_list: [{model_name: claude, litellm_params: {model: anthropic/claude-real, "
                + params
                + "}}]")
        .start();
  }

  @Test
  void sendsTheBytesWithTheNameOfTheModelReplaced() {
    try (TestGateway gateway = gateway("api_base: \"%UPSTREAM%\", api_key: sk-ant-0123456789")) {
      var answer =
          gateway.send(
              gateway
                  .request("/v1/messages?beta=true&key=sk-no")
                  .header("anthropic-beta", "tools-2024")
                  .POST(HttpRequest.BodyPublishers.ofString(ASK)));
      assertThat(answer.statusCode()).isEqualTo(200);
      RecordedRequest call = gateway.upstream().lastCall();
      assertThat(call.target()).isEqualTo("/v1/messages?beta=true");
      assertThat(call.bodyText()).isEqualTo(ASK.replace("\"claude\"", "\"claude-real\""));
      assertThat(call.header("x-api-key")).contains("sk-ant-0123456789");
      assertThat(call.header("authorization")).isEmpty();
      assertThat(call.header("anthropic-version")).contains("2023-06-01");
      assertThat(call.header("anthropic-beta")).contains("tools-2024");
    }
  }

  @Test
  void changesNoByteButThoseItMust() {
    String body =
        "{ \"system\":[{\"type\":\"text\",\"text\":\"\\u00e9\\/\",\"cache_control\":{\"type\":\"ephemeral\"}}],"
            + "\"x\":1e3, \"model\" : \"claude\",\n\"max_tokens\":16,\"tags\":[\"a\"],"
            + "\"litellm_metadata\":{},\"messages\":[]}";
    try (TestGateway gateway = gateway("api_base: \"%UPSTREAM%\", temperature: 0.5")) {
      assertThat(gateway.post("/v1/messages", body).statusCode()).isEqualTo(200);
      assertThat(gateway.upstream().lastCall().bodyText())
          .isEqualTo(
              body.replace("\"claude\"", "\"claude-real\"")
                  .replace("\"tags\":[\"a\"],\"litellm_metadata\":{},", "")
                  .replace("\"messages\":[]", "\"messages\":[],\"temperature\":0.5"));
    }
  }

  @Test
  void keepsTheClientsCredentialsFromTheUpstream() {
    try (TestGateway gateway =
        gateway("api_base: \"%UPSTREAM%\", api_key: sk-ant-own, extra_headers: {X-Team: seven}")) {
      gateway.send(
          gateway
              .request("/v1/messages?key=client-secret&%6bey=client-secret")
              .header("x-api-key", "client-secret")
              .header("Cookie", "client-secret")
              .header("anthropic-version", "2024-01-01")
              .POST(HttpRequest.BodyPublishers.ofString(ASK)));
      RecordedRequest call = gateway.upstream().lastCall();
      assertThat(call.headText())
          .startsWith("POST /v1/messages HTTP/1.1")
          .doesNotContain("client-secret")
          .doesNotContain("doorman");
      assertThat(call.headers("x-api-key")).containsExactly("sk-ant-own");
      assertThat(call.header("x-team")).contains("seven");
      assertThat(call.headers("anthropic-version")).containsExactly("2024-01-01");
    }
  }

  @Test
  void bringsStreamsByteForByte() {
    try (TestGateway gateway = gateway("api_base: \"%UPSTREAM%/v1\"")) {
      String body = ASK.replace("{\"model\"", "{\"stream\":true,\"model\"");
      String answer = gateway.post("/v1/messages", body).body();
      assertThat(answer).startsWith("event: message_start\n").contains("event: message_stop\n");
      assertThat(gateway.upstream().lastCall().header("x-api-key")).isEmpty();
    }
  }

  @Test
  void countsTokensUpstream() {
    try (TestGateway gateway = gateway("api_base: \"%UPSTREAM%\"")) {
      assertThat(gateway.post("/v1/messages/count_tokens", ASK).body()).contains("input_tokens");
      assertThat(gateway.upstream().lastCall().path()).isEqualTo("/v1/messages/count_tokens");
    }
  }

  @Test
  void endsABrokenStreamWithAnErrorEvent() {
    try (TestGateway gateway = gateway("api_base: \"%UPSTREAM%\"")) {
      gateway
          .upstream()
          .next(
              Script.eventStream()
                  .sse("message_start", "{\"type\":\"message_start\",\"message\":{\"id\":\"m\"}}")
                  .pause(java.time.Duration.ofMillis(50))
                  .reset());
      String body = ASK.replace("{\"model\"", "{\"stream\":true,\"model\"");
      assertThat(gateway.post("/v1/messages", body).body())
          .contains("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":");
    }
  }

  @Test
  void handsErrorsOnInTheirOwnShape() {
    String error =
        "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}";
    try (TestGateway gateway = gateway("api_base: \"%UPSTREAM%\"")) {
      gateway.upstream().next(Script.json(529, error));
      var answer = gateway.post("/v1/messages", ASK);
      assertThat(answer.statusCode()).isEqualTo(529);
      assertThat(answer.body()).isEqualTo(error);
    }
  }

  @Test
  void refusesChatByName() {
    try (TestGateway gateway = gateway("api_base: \"%UPSTREAM%\"")) {
      var answer = gateway.post("/v1/chat/completions", "{\"model\":\"claude\",\"messages\":[]}");
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("anthropic").contains("/v1/chat/completions");
    }
  }

  @Test
  void wantsAKeyForThePublicService() {
    assertThatThrownBy(() -> gateway("rpm: 1").close())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("api_key")
        .hasMessageContaining("ANTHROPIC_API_KEY");
  }
}
