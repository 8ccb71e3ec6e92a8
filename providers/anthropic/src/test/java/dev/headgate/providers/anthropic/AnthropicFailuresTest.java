package dev.headgate.providers.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.provider.FailureClass;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicFailuresTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400|{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 210000 tokens > 200000 maximum\"}}|CONTEXT_WINDOW",
        "400|{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"input length and `max_tokens` exceed context limit: 9 + 9 > 10\"}}|CONTEXT_WINDOW",
        "400|{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"Output blocked by content filtering policy\"}}|CONTENT_POLICY",
        "400|{\"type\":\"error\",\"error\":{\"details\":{\"a\":[\"prompt is too long\"]},\"message\":\"max_tokens: Field required\"}}|BAD_REQUEST",
        "400|prompt is too long|BAD_REQUEST",
        "400|{\"error\":\"x\"}|BAD_REQUEST",
        "413|{\"type\":\"error\",\"error\":{\"type\":\"request_too_large\",\"message\":\"Request exceeds the maximum size\"}}|BAD_REQUEST",
        "401|{}|AUTHENTICATION",
        "429|{}|RATE_LIMIT",
        "500|{}|SERVER",
        "529|{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}|UNAVAILABLE"
      })
  void namesTheClassOfAnError(int status, String body, FailureClass expected) {
    assertThat(AnthropicFailures.classify(status, Bytes.of(body.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(expected);
  }
}
