package dev.headgate.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenSink;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelfCheckTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpt2",
        "r50k_base",
        "p50k_base",
        "p50k_edit",
        "cl100k_base",
        "o200k_base",
        "o200k_harmony"
      })
  void passesForEveryEncoding(String encoding) {
    assertThat(SelfCheck.run(Encodings.get(encoding).counter(), encoding)).isEmpty();
  }

  @Test
  void findsTheCounterOfAnotherEncoding() {
    TokenCounter wrong = Encodings.get("cl100k_base").counter();

    assertThatThrownBy(() -> SelfCheck.passed(wrong, "o200k_base"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("o200k_base");
  }

  @Test
  void findsACounterThatIgnoresAnyTokensAtAll() {
    TokenCounter o200k = Encodings.get("o200k_base").counter();
    TokenCounter wrong =
        new TokenCounter() {
          @Override
          public long count(MemorySegment utf8) {
            return o200k.count(utf8);
          }

          @Override
          public void split(MemorySegment utf8, TokenSink sink) {
            o200k.split(utf8, (id, end) -> sink.token(id ^ 1, end));
          }

          @Override
          public Exactness exactness() {
            return Exactness.EXACT_TEXT;
          }

          @Override
          public String fingerprint() {
            return "wrong";
          }
        };

    assertThat(SelfCheck.run(wrong, "o200k_base")).get().asString().contains("other tokens");
  }
}
