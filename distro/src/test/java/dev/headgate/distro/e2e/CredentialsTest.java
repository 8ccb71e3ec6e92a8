package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.upstream.RecordedRequest;
import dev.headgate.bench.upstream.Script;
import dev.headgate.bench.upstream.ScriptedUpstream;
import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client's key stays in the gateway, and the provider gets its own. */
class CredentialsTest {
  private static final String BODY = "{\"model\":\"gpt-4o\",\"messages\":[]}";
  private static Stage stage;

  @BeforeAll
  static void start() {
    stage = new Stage("");
    assertThat(stage.gateway().output()).contains("ready");
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: Bearer",
        "x-litellm-api-key:",
        "api-key:",
        "x-api-key:",
        "x-goog-api-key:",
        "Ocp-Apim-Subscription-Key:"
      })
  void keepsTheClientsKeyFromTheUpstream(String lead) throws IOException {
    try (RawClient client = stage.client()) {
      client.send(
          "POST /v1/chat/completions?key="
              + AssembledGateway.KEY
              + " HTTP/1.1\r\nHost: g\r\n"
              + lead
              + " "
              + AssembledGateway.KEY
              + "\r\nCookie: session="
              + AssembledGateway.KEY
              + "\r\nProxy-Authorization: Basic eA==\r\nTE: trailers\r\nUpgrade: h2c\r\n"
              + "Connection: keep-alive, X-Hop\r\nX-Hop: 1\r\nContent-Length: "
              + BODY.length()
              + "\r\n\r\n"
              + BODY);
      assertThat(client.reply().status()).isEqualTo(200);
    }
    RecordedRequest call = stage.upstream().lastCall();
    assertThat(call.headText() + call.target() + call.bodyText())
        .doesNotContain(AssembledGateway.KEY);
    assertThat(call.headers("authorization")).containsExactly("Bearer sk-provider-key-0123456789");
    for (String hop : List.of("cookie", "proxy-authorization", "te", "upgrade", "x-hop")) {
      assertThat(call.headers(hop)).as(hop).isEmpty();
    }
    assertThat(stage.gateway().output())
        .doesNotContain(AssembledGateway.KEY)
        .doesNotContain("sk-provider-key");
  }

  @Test
  void followsNoRedirect() throws IOException {
    int before = stage.upstream().callCount();
    stage.upstream().next(Script.status(302).header("location", stage.upstream().baseUrl() + "/x"));
    assertThat(stage.chat(BODY).status()).isEqualTo(502);
    assertThat(stage.upstream().callCount()).isEqualTo(before + 1);
  }

  @Test
  void trimsAProvidersKeyThatWasReadFromAFile() throws IOException {
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        AssembledGateway gateway =
            AssembledGateway.serve(
                config(upstream, "os.environ/PROVIDER_KEY"),
                Map.of("PROVIDER_KEY", " sk-from-a-file-0123456789\r\n"),
                List.of());
        RawClient client = new RawClient(gateway)) {
      assertThat(client.send(RawClient.chat(BODY)).reply().status()).isEqualTo(200);
      assertThat(upstream.lastCall().headers("authorization"))
          .containsExactly("Bearer sk-from-a-file-0123456789");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sk-secret-part\nof-two-lines", "   ", "sk-secret\u0007bell"})
  void refusesAProvidersKeyThatCannotBeOne(String key) {
    try (ScriptedUpstream upstream = ScriptedUpstream.start()) {
      assertThatThrownBy(() ->
              AssembledGateway.serve(
                      config(upstream, "os.environ/PROVIDER_KEY"),
                      Map.of("PROVIDER_KEY", key),
                      List.of())
                  .close())
          .hasMessageContaining("api_key")
          .hasMessageContaining("config.yaml:3")
          .message()
          .doesNotContain("sk-secret");
    }
  }

  private static String config(ScriptedUpstream upstream, String key) {
    return """
    model_list:
      - model_name: gpt-4o
        litellm_params: {model: openai/x, api_base: "%s", api_key: %s}
    general_settings: {master_key: "%%KEY%%"}
    """
        .formatted(upstream.baseUrl(), key);
  }
}
