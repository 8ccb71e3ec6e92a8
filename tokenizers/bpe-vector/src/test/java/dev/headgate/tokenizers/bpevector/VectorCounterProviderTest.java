package dev.headgate.tokenizers.bpevector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.tokenizers.Encodings;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class VectorCounterProviderTest {

  @Test
  void servesOrSaysWhyNot() {
    VectorCounterProvider provider = new VectorCounterProvider(Runnable::run);

    assertThat(provider.id()).isEqualTo("bpe-vector");
    if (provider.probe() > 0) {
      assertThat(provider.diagnosis()).startsWith("serves");
      assertThat(count(provider.load("o200k_base"))).isEqualTo(3);
      assertThat(count(provider.load("r50k_base"))).isEqualTo(3);
    } else {
      assertThat(provider.diagnosis()).startsWith("does not serve: vectors of this processor");
    }
  }

  @Test
  void refusesToLoadWhereItCannotServe() {
    VectorCounterProvider provider =
        new VectorCounterProvider(
            Runnable::run, new VectorProbe(0, "does not serve: no vectors", null));

    assertThat(provider.probe()).isZero();
    assertThatThrownBy(() -> provider.load("o200k_base"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no vectors");
  }

  @Test
  void startsWithThePortableScannerAndGoesOnWithVectors() {
    WarmingScanner scanner =
        new WarmingScanner(
            Encodings.get("o200k_base").scanner(),
            Encodings.get("o200k_base").scanner(new VectorScanners()).orElseThrow());
    assertThat(scanner.isWarm()).isFalse();

    scanner.warm();

    assertThat(scanner.isWarm()).isTrue();
  }

  private static long count(TokenCounter counter) {
    return counter.count(MemorySegment.ofArray("Hello, world".getBytes(StandardCharsets.UTF_8)));
  }
}
