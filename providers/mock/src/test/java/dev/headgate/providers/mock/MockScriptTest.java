package dev.headgate.providers.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.TestGateway;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What parameters of deployments and fields of requests make the mock do. */
class MockScriptTest {
  private static final String REAL = "{\"model\":\"real-model\",\"messages\":[],%s}";

  @ParameterizedTest
  @CsvSource({
    "litellm.BadRequestError, 400",
    "litellm.ContextWindowExceededError, 400",
    "litellm.ContentPolicyViolationError, 400",
    "litellm.AuthenticationError, 401",
    "litellm.PermissionDeniedError, 403",
    "litellm.NotFoundError, 404",
    "litellm.Timeout, 408",
    "litellm.UnprocessableEntityError, 422",
    "litellm.RateLimitError, 429",
    "litellm.InternalServerError, 500",
    "litellm.APIConnectionError, 500",
    "litellm.BadGatewayError, 502",
    "litellm.ServiceUnavailableError, 503"
  })
  void failsAsTheClassSays(String name, int status) {
    try (TestGateway gateway = MockGateway.with(", mock_response: " + name)) {
      HttpResponse<String> answer = gateway.chat("hello");
      assertThat(answer.statusCode()).isEqualTo(status);
      assertThat(answer.body()).startsWith("{\"error\":{\"message\":");
      assertThat(gateway.post("/v1/messages", "{\"model\":\"test-model\",\"messages\":[]}").body())
          .startsWith("{\"type\":\"error\",\"error\":{");
    }
  }

  @Test
  void failsWithTheTextAfterTheClass() {
    try (TestGateway gateway =
        MockGateway.with(", mock_response: 'litellm.RateLimitError: come back later'")) {
      assertThat(gateway.chat("hello").body()).contains("come back later");
    }
  }

  @Test
  void answersForAnyDeploymentWhenARequestSaysWhat() {
    try (TestGateway gateway = MockGateway.with("")) {
      HttpResponse<String> answer =
          gateway.post(
              "/v1/chat/completions", REAL.formatted("\"mock_response\":\"caf\\u00e9 \\\"x\\\"\""));
      assertThat(answer.body()).contains("\"content\":\"caf\u00e9 \\\"x\\\"\"");
      assertThat(
              gateway
                  .post(
                      "/v1/chat/completions",
                      REAL.formatted("\"mock_response\":\"litellm.InternalServerError\""))
                  .statusCode())
          .isEqualTo(500);
      assertThat(
              gateway
                  .post(
                      "/v1/chat/completions",
                      REAL.formatted("\"mock_testing_rate_limit_error\":true"))
                  .statusCode())
          .isEqualTo(429);
      assertThat(gateway.upstream().callCount()).isZero();
    }
  }

  @Test
  void leavesOtherRequestsToTheirDeployment() {
    try (TestGateway gateway = MockGateway.with("")) {
      assertThat(
              gateway
                  .post("/v1/chat/completions", REAL.formatted("\"temperature\":1"))
                  .statusCode())
          .isEqualTo(200);
      assertThat(gateway.upstream().callCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"mock_timeout\":true,\"timeout\":0.01", "\"mock_timeout\":0.01"})
  void timesOutWhenARequestSaysSo(String fields) {
    try (TestGateway gateway = MockGateway.with("")) {
      assertThat(gateway.post("/v1/chat/completions", REAL.formatted(fields)).statusCode())
          .isEqualTo(408);
    }
  }

  @Test
  void answersAfterTheDelay() {
    try (TestGateway gateway = MockGateway.with(", mock_delay: 0.05")) {
      long begun = System.nanoTime();
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(50_000_000);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 40})
  void streamsAsManyPiecesAsAsked(int chunks) {
    try (TestGateway gateway =
        MockGateway.with(", mock_response: one two three, gap_ms: 1, chunks: " + chunks)) {
      String body = gateway.chatStream("hello").body();
      assertThat(body.split("\"delta\":\\{\"content\"", -1)).hasSize(chunks + 1);
      assertThat(body).endsWith("data: [DONE]\n\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"chunks: -1", "gap_ms: -1", "mock_delay: -1", "chunks: 1000001", "chunks: many"})
  void refusesParametersThatMakeNoSense(String params) {
    assertThatThrownBy(() -> MockGateway.with(", " + params).close())
        .hasMessageContaining(params.substring(0, params.indexOf(':')));
  }

  @Test
  void answersForEveryUpstreamWhenTheNetworkIsMocked() {
    try (TestGateway gateway =
        TestGateway.around(MockPlugin.class, MockPlugin::new)
            .config("litellm_settings: {network_mock: true}")
            .start()) {
      assertThat(gateway.chat("hello").body())
          .contains("\"id\":\"chatcmpl-mock-")
          .contains("\"content\":\"Mock response\"")
          .contains("\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2");
      assertThat(gateway.chatStream("hello").body()).contains("\"Mock \"").contains("[DONE]");
      assertThat(gateway.upstream().callCount()).isZero();
    }
  }
}
