package dev.headgate.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.http.DenialException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseTailTest {

  @ParameterizedTest
  @CsvSource({
    "/v1/responses/resp_1, /resp_1",
    "/responses/resp_1/, /resp_1",
    "/openai/v1/responses/resp_a-B.9/cancel, /resp_a-B.9/cancel",
    "/v1/responses/resp_1/input_items, /resp_1/input_items",
    "/v1/responses/resp_YQ%3D%3D, /resp_YQ%3D%3D",
    "/v1/responses/compact, /compact",
    "/v1/responses/input_tokens, /input_tokens"
  })
  void keepsTheShapesOfTheDialect(String path, String tail) {
    assertThat(ResponseTail.of(path)).isEqualTo(tail);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/responses/",
        "/v1/responses/..",
        "/v1/responses/../files",
        "/v1/responses/%2e%2e",
        "/v1/responses/a%2f..%2ffiles",
        "/v1/responses/a/../../files",
        "/v1/responses//cancel",
        "/v1/responses/a/delete",
        "/v1/responses/a/cancel/b",
        "/v1/responses/a?b",
        "/v1/responses/a\\b",
        "/v1/chat/completions"
      })
  void refusesEveryOtherPath(String path) {
    assertThatThrownBy(() -> ResponseTail.of(path))
        .isInstanceOfSatisfying(
            DenialException.class, e -> assertThat(e.denial().status()).isEqualTo(404));
  }
}
