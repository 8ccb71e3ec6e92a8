package dev.headgate.kernel.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.kernel.tokens.Providers.OfWords;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.admission.Exactness;
import org.junit.jupiter.api.Test;

class ServingCountersTest {
  private static final String WORDS = "words";

  @Test
  void theFastestServes() {
    OfWords slow = new OfWords("slow", WORDS, 1);
    OfWords fast = new OfWords("fast", WORDS, 2);
    ServingCounters counters = new ServingCounters(Providers.hooks(slow, fast), "auto");

    assertThat(counters.serving(WORDS).provider()).isEqualTo("fast");
    assertThat(slow.loaded).isFalse();
  }

  @Test
  void nothingIsLoadedBeforeItIsNeeded() {
    OfWords provider = new OfWords("lazy", WORDS, 1);

    new ServingCounters(Providers.hooks(provider), "auto");

    assertThat(provider.loaded).isFalse();
  }

  @Test
  void oneThatCannotBeLoadedIsPassedOver() {
    OfWords slow = new OfWords("slow", WORDS, 1);
    OfWords fast = new OfWords("fast", WORDS, 2);
    fast.broken = true;

    ServingCounters counters = new ServingCounters(Providers.hooks(slow, fast), "auto");

    assertThat(counters.serving(WORDS).provider()).isEqualTo("slow");
  }

  @Test
  void oneThatCountsAKnownTextWrongDoesNotServe() {
    OfWords wrong = new OfWords("wrong", "o200k_base", 1);
    ServingCounters counters = new ServingCounters(Providers.hooks(wrong), "auto");

    assertThat(counters.servingModel("gpt-4o").provider()).isEqualTo("size");
    assertThat(counters.report())
        .anyMatch(line -> line.startsWith("token counter wrong cannot serve: it counts 2 tokens"));
  }

  @Test
  void aChosenOneServesThoughAnotherIsFaster() {
    OfWords slow = new OfWords("slow", WORDS, 1);
    OfWords fast = new OfWords("fast", WORDS, 2);

    ServingCounters counters = new ServingCounters(Providers.hooks(fast, slow), "slow");

    assertThat(counters.serving(WORDS).provider()).isEqualTo("slow");
  }

  @Test
  void aChosenOneThatCannotServeStopsTheStartWithItsReason() {
    OfWords old = new OfWords("old", WORDS, 0);
    OfWords broken = new OfWords("broken", WORDS, 1);
    broken.broken = true;

    assertThatThrownBy(() -> new ServingCounters(Providers.hooks(old), "old"))
        .isInstanceOf(PluginException.class)
        .hasMessage(
            "the token counter old was chosen (headgate.tokenizer, --counter) and cannot serve:"
                + " this machine is too old");
    assertThatThrownBy(() -> new ServingCounters(Providers.hooks(broken), "broken"))
        .hasMessageEndingWith("its ranks are damaged");
    assertThatThrownBy(() -> new ServingCounters(Providers.hooks(old), "missing"))
        .hasMessageEndingWith("no plugin that is on brings it; there are old");
    assertThatThrownBy(() -> new ServingCounters(Providers.hooks(), "missing"))
        .hasMessageEndingWith("no plugin that is on brings it; there is none");
  }

  @Test
  void modelsThatOnlyAProviderKnowsAreCountedByIt() {
    OfWords provider = new OfWords("wordy", WORDS, 1);
    ServingCounters counters = new ServingCounters(Providers.hooks(provider), "auto");

    assertThat(counters.servingModel("wordy-7b").provider()).isEqualTo("wordy");
    assertThat(counters.servingModel("wordy-7b").counter().exactness())
        .isEqualTo(Exactness.EXACT_TEXT);
  }

  @Test
  void withoutACounterTokensAreEstimatedFromSizes() {
    ServingCounters counters = new ServingCounters(Providers.hooks(), "auto");

    Serving serving = counters.servingModel("gpt-4o");

    assertThat(serving.estimates()).isTrue();
    assertThat(serving.provider()).isEqualTo("size");
    assertThat(counters.report())
        .containsExactly("tokens are estimated from sizes: no plugin counts o200k_base");
  }

  @Test
  void modelsHaveTheEncodingsOfTheirFamilies() {
    ModelEncodings models = ModelEncodings.packaged();

    assertThat(models.of("gpt-4o-mini")).contains("o200k_base");
    assertThat(models.of("openai/gpt-5.1-codex")).contains("o200k_base");
    assertThat(models.of("ft:gpt-4.1:acme::1")).contains("o200k_base");
    assertThat(models.of("o3-mini")).contains("o200k_base");
    assertThat(models.of("GPT-OSS-120b")).contains("o200k_harmony");
    assertThat(models.of("gpt-4-turbo")).contains("cl100k_base");
    assertThat(models.of("gpt-35-turbo-16k")).contains("cl100k_base");
    assertThat(models.of("text-embedding-3-small")).contains("cl100k_base");
    assertThat(models.of("text-davinci-003")).contains("p50k_base");
    assertThat(models.of("gpt2")).contains("r50k_base");
    assertThat(models.of("claude-opus-4-1")).isEmpty();
    assertThat(models.of("mixo1")).isEmpty();
  }
}
