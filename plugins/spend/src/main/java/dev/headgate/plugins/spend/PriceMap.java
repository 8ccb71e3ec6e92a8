package dev.headgate.plugins.spend;

import java.io.InputStream;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads a price map in LiteLLM's form: an object of models, each with costs a token in dollars. */
final class PriceMap {
  private static final Pattern TIER = Pattern.compile("(.*)_above_(\\d+)k_tokens");
  private static final String SAMPLE = "sample_spec";

  private PriceMap() {}

  static Map<String, Price> read(InputStream in) {
    Map<String, Price> prices = new HashMap<>();
    try (JsonParser parser =
        JsonFactory.builder().build().createParser(ObjectReadContext.empty(), in)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("a price map is a JSON object of models");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String model = parser.currentName();
        if (parser.nextToken() != JsonToken.START_OBJECT) {
          throw new IllegalArgumentException(
              "the model " + model + " of the price map is no object");
        }
        Map<String, BigDecimal> numbers = numbers(parser);
        Price price = price(numbers);
        if (price != null && !model.equals(SAMPLE)) {
          prices.put(model, price);
        }
      }
    }
    return prices;
  }

  /** The numbers of an object; all else in it is passed over. */
  private static Map<String, BigDecimal> numbers(JsonParser parser) {
    Map<String, BigDecimal> numbers = new HashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value.isNumeric()) {
        numbers.put(name, parser.getDecimalValue());
      } else if (value.isStructStart()) {
        parser.skipChildren();
      }
    }
    return numbers;
  }

  private static @Nullable Price price(Map<String, BigDecimal> numbers) {
    if (!numbers.containsKey("input_cost_per_token")
        && !numbers.containsKey("output_cost_per_token")) {
      return null;
    }
    long tierTokens = 0;
    String suffix = "";
    for (String name : numbers.keySet()) {
      Matcher tier = TIER.matcher(name);
      if (tier.matches() && tier.group(1).equals("input_cost_per_token")) {
        tierTokens = Long.parseLong(tier.group(2)) * 1000;
        suffix = "_above_" + tier.group(2) + "k_tokens";
      }
    }
    Price tier = suffix.isEmpty() ? null : price(numbers, suffix, 0, null);
    return price(numbers, "", tierTokens, tier);
  }

  private static Price price(
      Map<String, BigDecimal> numbers, String suffix, long tierTokens, @Nullable Price tier) {
    return new Price(
        cost(numbers, "input_cost_per_token", suffix, 0),
        cost(numbers, "output_cost_per_token", suffix, 0),
        cost(numbers, "cache_read_input_token_cost", suffix, Price.NONE),
        cost(numbers, "cache_creation_input_token_cost", suffix, Price.NONE),
        cost(numbers, "output_cost_per_reasoning_token", suffix, Price.NONE),
        cost(numbers, "input_cost_per_audio_token", suffix, Price.NONE),
        cost(numbers, "output_cost_per_audio_token", suffix, Price.NONE),
        tierTokens,
        tier);
  }

  private static long cost(
      Map<String, BigDecimal> numbers, String name, String suffix, long otherwise) {
    BigDecimal cost = numbers.get(name + suffix);
    if (cost == null) {
      cost = numbers.get(name);
    }
    return cost == null ? otherwise : Price.perMillion(cost);
  }
}
