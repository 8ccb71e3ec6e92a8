package dev.headgate.plugins.spend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.usage.Usage;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricesTest {
  private final PriceTable table = PriceTable.carried();

  private long cost(String provider, String model, Usage usage) {
    Price price = table.find(provider, model);
    assertThat(price).as(model).isNotNull();
    return new CallCost(price, usage, Adjustment.NONE).totalNanos();
  }

  @ParameterizedTest
  @CsvSource({
    // 1,000 in at $2.50, 500 out at $10 a million
    "openai, gpt-4o, 1000, 500, 0, 0, 7500000",
    "openai, gpt-4o-2024-08-06, 1000, 500, 0, 0, 7500000",
    // OpenAI's prompt includes what came from the cache: 400 fresh, 600 at half the price
    "openai, gpt-4o, 1000, 0, 600, 0, 1750000",
    // 100 fresh at $3, 200 read at $0.30, 300 written at $3.75, 50 out at $15
    "anthropic, claude-sonnet-4-20250514, 600, 50, 200, 300, 2235000",
    // beyond 200,000 tokens all of the prompt costs the price of long ones
    "anthropic, claude-sonnet-4, 200001, 0, 0, 0, 1200006000",
    "anthropic, claude-sonnet-4, 200000, 0, 0, 0, 600000000",
    "openai, text-embedding-3-small, 3, 0, 0, 0, 60",
  })
  void chargesWhatTheListSays(
      String provider, String model, long input, long output, long read, long write, long nanos) {
    assertThat(cost(provider, model, Usage.of(input, output, read, write, 0, false)))
        .isEqualTo(nanos);
  }

  @Test
  void roundsHalfToEvenOnce() {
    assertThat(Arithmetic.roundHalfEven(1_500_000)).isEqualTo(2);
    assertThat(Arithmetic.roundHalfEven(2_500_000)).isEqualTo(2);
    assertThat(Arithmetic.roundHalfEven(2_500_001)).isEqualTo(3);
    assertThat(Arithmetic.roundHalfEven(499_999)).isZero();
  }

  @Test
  void losesNoFractionHoweverLargeTheNumbers() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      Arithmetic sum = new Arithmetic();
      BigDecimal expected = BigDecimal.ZERO;
      for (int j = 0; j < 5; j++) {
        long tokens = random.nextLong(1L << random.nextInt(1, 40));
        long price = random.nextLong(1L << random.nextInt(1, 45));
        sum.add(tokens, price);
        expected = expected.add(BigDecimal.valueOf(tokens).multiply(BigDecimal.valueOf(price)));
      }
      BigDecimal nanos = expected.divide(BigDecimal.valueOf(1_000_000), 0, RoundingMode.HALF_EVEN);
      long wanted =
          nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
              ? Long.MAX_VALUE
              : nanos.longValueExact();
      assertThat(sum.nanos(Adjustment.NONE)).isEqualTo(wanted);
    }
  }

  @Test
  void takesTheDiscountBeforeTheMarginAndRoundsAfterBoth() {
    Adjustment adjustment = new Adjustment(new BigDecimal("0.05"), new BigDecimal("0.10"), 1_000);
    Arithmetic sum = new Arithmetic();
    sum.add(1_000, 2_500_000_000L);
    // $0.0025 less 5 % plus 10 % plus 1,000 nano-dollars
    assertThat(sum.nanos(adjustment)).isEqualTo(2_500_000L * 95 / 100 * 110 / 100 + 1_000);
  }

  @Test
  void partsAddUpToTheTotalWithinTheirRounding() {
    Price price = table.find("anthropic", "claude-sonnet-4-5");
    CallCost cost = new CallCost(price, Usage.of(1_001, 333, 101, 77, 55, false), Adjustment.NONE);
    assertThat(
            cost.inputNanos() + cost.cacheReadNanos() + cost.cacheWriteNanos() + cost.outputNanos())
        .isBetween(cost.totalNanos() - 3, cost.totalNanos() + 3);
    assertThat(cost.reasoningNanos()).isLessThanOrEqualTo(cost.outputNanos());
    assertThat(cost.originalNanos()).isEqualTo(cost.totalNanos());
  }

  @Test
  void readsLiteLlmsPriceMap() {
    String map =
        """
        {"sample_spec": {"input_cost_per_token": 1, "output_cost_per_token": 1},
         "house/model": {"input_cost_per_token": 3e-06, "output_cost_per_token": 0.000015,
           "cache_read_input_token_cost": 3e-07, "litellm_provider": "house", "mode": "chat",
           "supported_regions": ["eu"], "search_context_cost_per_query": {"low": 0.01},
           "input_cost_per_token_above_128k_tokens": 6e-06},
         "image-only": {"input_cost_per_image": 0.02}}
        """;
    Map<String, Price> prices =
        PriceMap.read(new ByteArrayInputStream(map.getBytes(StandardCharsets.UTF_8)));
    assertThat(prices).containsOnlyKeys("house/model");
    Price price = prices.get("house/model");
    assertThat(price.input()).isEqualTo(3_000_000_000L);
    assertThat(price.forPrompt(128_000).input()).isEqualTo(3_000_000_000L);
    assertThat(price.forPrompt(128_001).input()).isEqualTo(6_000_000_000L);
    assertThat(price.forPrompt(128_001).output()).isEqualTo(15_000_000_000L);
  }
}
