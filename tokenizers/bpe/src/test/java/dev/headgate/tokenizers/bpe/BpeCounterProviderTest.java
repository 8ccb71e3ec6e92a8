package dev.headgate.tokenizers.bpe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BpeCounterProviderTest {
  private final BpeCounterProvider provider = new BpeCounterProvider();

  @Test
  void servesEverywhere() {
    assertThat(provider.id()).isEqualTo("bpe");
    assertThat(provider.probe()).isEqualTo(1.0);
    assertThat(provider.diagnosis()).startsWith("serves");
  }

  @Test
  void countsEachOfItsEncodings() {
    assertThat(provider.encodings())
        .containsExactlyInAnyOrder(
            "gpt2",
            "r50k_base",
            "p50k_base",
            "p50k_edit",
            "cl100k_base",
            "o200k_base",
            "o200k_harmony");
    for (String encoding : provider.encodings()) {
      TokenCounter counter = provider.load(encoding);
      byte[] text = "Hello, world".getBytes(StandardCharsets.UTF_8);
      assertThat(counter.count(MemorySegment.ofArray(text))).isEqualTo(3);
      assertThat(counter.exactness()).isEqualTo(Exactness.EXACT_TEXT);
    }
  }
}
