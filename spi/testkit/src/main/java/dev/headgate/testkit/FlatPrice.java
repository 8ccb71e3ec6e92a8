package dev.headgate.testkit;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.admission.Cost;
import dev.headgate.spi.admission.PriceBook;
import dev.headgate.spi.routing.Deployment;
import dev.headgate.spi.usage.Usage;
import java.util.List;
import java.util.Map;

/** Every call costs the same, and never more than that. */
public final class FlatPrice implements Plugin, PriceBook {
  /** The manifest of this plugin. */
  public static final Map<String, String> MANIFEST =
      Map.of("id", "flat-price", "kinds", "PriceBook");

  private final long atMost;
  private final long nanos;

  /**
   * @param atMostNanos what a call costs at most, nano-dollars
   * @param nanos what it costs, nano-dollars
   */
  public FlatPrice(long atMostNanos, long nanos) {
    this.atMost = atMostNanos;
    this.nanos = nanos;
  }

  @Override
  public List<Extension> start(PluginContext context) {
    return List.of(this);
  }

  @Override
  public long atMost(Deployment deployment, long inputTokens, long outputTokens) {
    return atMost;
  }

  @Override
  public Cost cost(Deployment deployment, Usage usage) {
    return () -> nanos;
  }
}
