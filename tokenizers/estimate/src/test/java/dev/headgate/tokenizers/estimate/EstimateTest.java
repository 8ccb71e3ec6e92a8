package dev.headgate.tokenizers.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EstimateTest {
  private final EstimateProvider provider = new EstimateProvider(Family.packaged());

  private static MemorySegment utf8(String text) {
    return MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
  }

  private TokenCounter counter(String model) {
    return provider.load(provider.encodingOf(model).orElseThrow());
  }

  @Test
  void knowsTheFamiliesByTheirNames() {
    assertThat(provider.encodingOf("claude-sonnet-4-5")).contains("estimate-claude");
    assertThat(provider.encodingOf("us.anthropic.claude-3-haiku-v1:0")).contains("estimate-claude");
    assertThat(provider.encodingOf("gemini-2.5-pro")).contains("estimate-gemini");
    assertThat(provider.encodingOf("meta-llama/Llama-3.3-70B")).contains("estimate-llama");
    assertThat(provider.encodingOf("open-mixtral-8x22b")).contains("estimate-mistral");
    assertThat(provider.encodingOf("gpt-4o")).isEmpty();
    assertThat(provider.encodingOf("supernova-1")).isEmpty();
    assertThat(provider.encodings()).contains("estimate-claude", "estimate-qwen");
  }

  @Test
  void saysThatItEstimates() {
    assertThat(counter("claude-3").exactness()).isEqualTo(Exactness.ESTIMATE);
  }

  @Test
  void isCloseToTheCountsOfWideVocabulariesInManyLanguages() {
    TokenCounter counter = counter("grok-4");

    assertThat(
            counter.count(
                utf8(
                    "The quick brown fox jumps over the lazy dog. It had been raining for three"
                        + " days, and nobody expected 2,500 visitors.")))
        .isCloseTo(27, within(4L));
    assertThat(counter.count(utf8("Привет, как дела? Сегодня хорошая погода.")))
        .isCloseTo(11, within(4L));
    assertThat(counter.count(utf8("你好，世界！今天天气很好，我们去公园散步吧。"))).isCloseTo(17, within(5L));
    assertThat(
            counter.count(utf8("public static int sum(int[] a) {\n  int s = 0;\n  return s;\n}\n")))
        .isCloseTo(25, within(5L));
  }

  @Test
  void neverCountsMoreThanBytesNorNothing() {
    TokenCounter counter = counter("claude-3");

    assertThat(counter.count(utf8(""))).isZero();
    assertThat(counter.count(utf8("1"))).isEqualTo(1);
    assertThat(counter.count(utf8(" "))).isEqualTo(1);
    assertThat(counter.count(utf8("a1b2c3d4"))).isLessThanOrEqualTo(8);
  }

  @Test
  void readsTextsOutsideTheHeapAndCutOnes() {
    TokenCounter counter = counter("claude-3");
    byte[] bytes = "some text with é and 世界".getBytes(StandardCharsets.UTF_8);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment outside = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      assertThat(counter.count(outside)).isEqualTo(counter.count(MemorySegment.ofArray(bytes)));
    }
    for (int i = 0; i < bytes.length; i++) {
      assertThat(counter.count(MemorySegment.ofArray(bytes).asSlice(i, bytes.length - i)))
          .isPositive();
      assertThat(counter.count(MemorySegment.ofArray(bytes).asSlice(0, i))).isNotNegative();
    }
  }

  @Test
  void learnsItsErrorFromWhatTheProviderCounts() {
    TokenCounter counter = counter("claude-3");
    MemorySegment text = utf8("one two three four five ".repeat(100));
    long truth = counter.count(text) * 13 / 10;
    for (int i = 0; i < 200; i++) {
      counter.learn(counter.count(text), truth);
    }

    assertThat(counter.count(text)).isCloseTo(truth, within(truth / 100));
  }

  @Test
  void isNotSpoiltByOddRequests() {
    LearningEstimate counter = (LearningEstimate) counter("claude-3");
    for (int i = 0; i < 1000; i++) {
      counter.learn(100, 100_000);
      counter.learn(10, 29);
      counter.learn(100, 0);
    }
    assertThat(counter.ratio()).isEqualTo(1);
    for (int i = 0; i < 1000; i++) {
      counter.learn(100, 290);
    }
    assertThat(counter.ratio()).isEqualTo(2);
  }
}
