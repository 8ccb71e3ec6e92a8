package dev.headgate.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.provider.FailureClass;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400|{\"error\":{\"message\":\"m\",\"type\":\"invalid_request_error\",\"param\":\"messages\",\"code\":\"context_length_exceeded\"}}|CONTEXT_WINDOW",
        "400|{\"object\":\"error\",\"message\":\"This model's maximum context length is 4096 tokens\",\"code\":400}|CONTEXT_WINDOW",
        "400|{\"error\":{\"code\":\"content_policy_violation\",\"message\":\"no\"}}|CONTENT_POLICY",
        "400|{\"error\":{\"code\":\"content_filter\",\"innererror\":{\"code\":\"x\",\"content_filter_result\":{\"hate\":{\"filtered\":true}}},\"message\":\"no\"}}|CONTENT_POLICY",
        "400|{\"error\":{\"message\":\"Unknown parameter: 'x'\",\"type\":\"invalid_request_error\",\"code\":null}}|BAD_REQUEST",
        "400|{\"error\":\"prompt is too long: 9 tokens\"}|CONTEXT_WINDOW",
        "400|<html>bad</html>|BAD_REQUEST",
        "400|{\"error\":{\"code\":\"content_filter\"|CONTENT_POLICY",
        "400|''|BAD_REQUEST",
        "413|{\"error\":{\"message\":\"prompt is too long\"}}|CONTEXT_WINDOW",
        "429|{\"error\":{\"code\":\"context_length_exceeded\"}}|RATE_LIMIT",
        "401|{}|AUTHENTICATION",
        "404|{}|NOT_FOUND",
        "500|{}|SERVER",
        "503|{}|UNAVAILABLE"
      })
  void namesTheClassOfAnError(int status, String body, FailureClass expected) {
    assertThat(Failures.classify(status, Bytes.of(body.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(expected);
  }
}
