package dev.headgate.plugins.spend;

import dev.headgate.spi.Settings;
import dev.headgate.spi.admission.Cost;
import dev.headgate.spi.admission.PriceBook;
import dev.headgate.spi.routing.Deployment;
import dev.headgate.spi.usage.Usage;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows what calls cost: from the prices in a deployment's own parameters, else those of its base
 * model, else of its model with the provider's name in front, else of its model.
 */
final class Prices implements PriceBook {
  private static final long DEFAULT_OUTPUT = 16_384;

  private final PriceTable table;
  private final Map<String, Adjustment> adjustments;
  private final ConcurrentHashMap<Deployment, Listed> known = new ConcurrentHashMap<>();

  /** What a deployment is charged by. */
  private record Listed(Optional<Price> price, Adjustment adjustment) {}

  Prices(PriceTable table, Map<String, Adjustment> adjustments) {
    this.table = table;
    this.adjustments = adjustments;
  }

  private Listed of(Deployment deployment) {
    Listed listed = known.get(deployment);
    if (listed == null) {
      if (known.size() > 10_000) {
        // Deployments are made anew by a reload, and the old ones are not asked for again.
        known.clear();
      }
      listed = find(deployment);
      known.put(deployment, listed);
    }
    return listed;
  }

  private Listed find(Deployment deployment) {
    String provider = deployment.spec().provider();
    Adjustment adjustment = adjustments.getOrDefault(provider, Adjustment.NONE);
    Optional<Price> price = custom(deployment.spec().params());
    if (price.isEmpty()) {
      price = custom(deployment.spec().info());
    }
    if (price.isEmpty()) {
      Optional<String> base = deployment.spec().info().text("base_model");
      price = base.map(name -> table.find(provider, name));
    }
    if (price.isEmpty()) {
      price = Optional.ofNullable(table.find(provider, deployment.spec().model()));
    }
    return new Listed(price, adjustment);
  }

  /** Prices that the operator gave this deployment, dollars a token. */
  private static Optional<Price> custom(Settings settings) {
    OptionalDouble input = settings.number("input_cost_per_token");
    OptionalDouble output = settings.number("output_cost_per_token");
    if (input.isEmpty() && output.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Price(
            nanos(input, 0),
            nanos(output, 0),
            nanos(settings.number("cache_read_input_token_cost"), Price.NONE),
            nanos(settings.number("cache_creation_input_token_cost"), Price.NONE),
            nanos(settings.number("output_cost_per_reasoning_token"), Price.NONE),
            nanos(settings.number("input_cost_per_audio_token"), Price.NONE),
            nanos(settings.number("output_cost_per_audio_token"), Price.NONE),
            0,
            null));
  }

  private static long nanos(OptionalDouble dollars, long otherwise) {
    return dollars.isEmpty()
        ? otherwise
        : Price.perMillion(BigDecimal.valueOf(dollars.getAsDouble()));
  }

  @Override
  public long atMost(Deployment deployment, long inputTokens, long outputTokens) {
    Listed listed = of(deployment);
    if (listed.price().isEmpty()) {
      return -1;
    }
    Price price = listed.price().get();
    long most = worst(price, inputTokens, outputTokens, listed.adjustment());
    Price tier = price.tier();
    return tier == null || inputTokens <= price.tierTokens()
        ? most
        : Math.max(most, worst(tier, inputTokens, outputTokens, listed.adjustment()));
  }

  private static long worst(Price price, long input, long output, Adjustment adjustment) {
    Arithmetic sum = new Arithmetic();
    long dearestInput =
        Math.max(
            Math.max(price.input(), price.cacheWrite()),
            Math.max(price.cacheRead(), price.audioInput()));
    long dearestOutput = Math.max(price.output(), Math.max(price.reasoning(), price.audioOutput()));
    sum.add(input, Math.max(0, dearestInput));
    sum.add(output < 0 ? DEFAULT_OUTPUT : output, Math.max(0, dearestOutput));
    return sum.nanos(adjustment);
  }

  @Override
  public Cost cost(Deployment deployment, Usage usage) {
    Listed listed = of(deployment);
    return listed.price().isEmpty()
        ? CallCost.UNKNOWN
        : new CallCost(listed.price().get(), usage, listed.adjustment());
  }

  /** The prices of a model that no deployment need have, for what somebody asks about. */
  Cost cost(String model, Usage usage) {
    int slash = model.indexOf('/');
    String provider = slash < 0 ? "" : model.substring(0, slash);
    Price price = table.find(provider, slash < 0 ? model : model.substring(slash + 1));
    return price == null
        ? CallCost.UNKNOWN
        : new CallCost(price, usage, adjustments.getOrDefault(provider, Adjustment.NONE));
  }
}
