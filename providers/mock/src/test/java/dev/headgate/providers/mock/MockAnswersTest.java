package dev.headgate.providers.mock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.TestGateway;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers in each dialect, as files in {@code golden/}. */
class MockAnswersTest {
  private static TestGateway gateway;

  @BeforeAll
  static void start() {
    gateway = MockGateway.with(", mock_response: \"It's \\\"fine\\\" caf\u00e9\"");
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static String golden(String name) throws IOException {
    try (InputStream file = MockAnswersTest.class.getResourceAsStream("/golden/" + name)) {
      if (file == null) {
        throw new IOException("there is no golden/" + name);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "chat.json, /v1/chat/completions",
    "completion.json, /v1/completions",
    "response.json, /v1/responses",
    "message.json, /v1/messages",
    "count-tokens.json, /v1/messages/count_tokens",
    "embedding.json, /v1/embeddings"
  })
  void answersInTheDialect(String file, String path) throws IOException {
    HttpResponse<String> answer =
        gateway.post(
            path,
            "{\"model\":\"test-model\",\"max_tokens\":9,\"messages\":[],\"prompt\":\"a\","
                + "\"input\":\"a\",\"dimensions\":2}");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(MockGateway.steady(answer.body()) + "\n").isEqualTo(golden(file));
  }

  @ParameterizedTest
  @CsvSource({
    "chat.sse, /v1/chat/completions, true",
    "chat-without-usage.sse, /v1/chat/completions, false",
    "completion.sse, /v1/completions, true",
    "response.sse, /v1/responses, false",
    "message.sse, /v1/messages, false"
  })
  void streamsInTheDialect(String file, String path, boolean usage) throws IOException {
    HttpResponse<String> answer =
        gateway.post(
            path,
            "{\"model\":\"test-model\",\"max_tokens\":9,\"messages\":[],\"prompt\":\"a\","
                + "\"input\":\"a\",\"stream\":true,\"stream_options\":{\"include_usage\":"
                + usage
                + "}}");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type").orElse(""))
        .startsWith("text/event-stream");
    assertThat(MockGateway.steady(answer.body())).isEqualTo(golden(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"a\" | 1",
        "[\"a\", \"b\"] | 2",
        "[1, 2, 3] | 1",
        "[[1, 2], [3], [4]] | 3",
        "[\"a\", \"a\"] | 2"
      })
  void embedsEachInput(String input, int count) {
    String body =
        gateway.post("/v1/embeddings", "{\"model\":\"test-model\",\"input\":" + input + "}").body();
    assertThat(body.split("\"object\":\"embedding\"", -1)).hasSize(count + 1);
  }

  @Test
  void embedsAsBase64WhereAsked() {
    String body =
        gateway
            .post(
                "/v1/embeddings",
                "{\"model\":\"test-model\",\"input\":\"a\",\"dimensions\":3,"
                    + "\"encoding_format\":\"base64\"}")
            .body();
    assertThat(body).containsPattern("\"embedding\":\"[A-Za-z0-9+/]{16}\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"dimensions\":2",
        "\"input\":[]",
        "\"input\":\"a\",\"dimensions\":0",
        "\"input\":\"a\",\"dimensions\":1.5",
        "\"input\":\"a\",\"dimensions\":100000"
      })
  void refusesEmbeddingsOfNothing(String fields) {
    assertThat(
            gateway
                .post("/v1/embeddings", "{\"model\":\"test-model\"," + fields + "}")
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void estimatesUsageWhereNoneIsGiven() {
    try (TestGateway started =
        TestGateway.around(MockPlugin.class, MockPlugin::new)
            .models(
                "model_list: [{model_name: test-model, litellm_params: {model: mock/canned,"
                    + " mock_response: twelve bytes}}]")
            .start()) {
      assertThat(started.chat("hello").body()).contains("\"completion_tokens\":3,");
    }
  }
}
