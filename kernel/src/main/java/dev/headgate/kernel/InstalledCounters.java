package dev.headgate.kernel;

import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.kernel.config.PluginSettings;
import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.kernel.plugin.PluginChoice;
import dev.headgate.kernel.plugin.PluginConfig;
import dev.headgate.kernel.plugin.PluginHost;
import dev.headgate.kernel.plugin.PluginRuntime;
import dev.headgate.kernel.plugin.PluginSet;
import dev.headgate.kernel.tokens.Serving;
import dev.headgate.kernel.tokens.ServingCounters;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The token counters of an installation without a gateway around them, for the command line. */
public final class InstalledCounters implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final PluginRuntime plugins;
  private final ServingCounters counters;

  private InstalledCounters(PluginRuntime plugins, ServingCounters counters) {
    this.plugins = plugins;
    this.counters = counters;
  }

  /**
   * What counts for a model.
   *
   * @param provider the id of the counter's plugin; {@code size} when nothing but sizes is known
   * @param encoding the encoding
   * @param counter the counter
   */
  public record Counter(String provider, String encoding, TokenCounter counter) {}

  /**
   * Starts the plugins that count, those that a configuration has switched on when there is one.
   *
   * @param catalog looks up the plugins that there are, given the ids that may use native code
   * @param config the configuration, where there is one
   * @param chosen the id of the counter that shall serve; empty for what the configuration says
   * @param data a folder that the plugins may write to
   * @throws PluginException if a plugin cannot start, or the chosen counter cannot serve
   */
  public static InstalledCounters start(
      Function<Set<String>, PluginCatalog> catalog,
      Optional<GatewayConfig> config,
      Optional<String> chosen,
      Path data) {
    PluginChoice choice = config.map(PluginChoice::of).orElse(PluginChoice.all());
    MeterRegistry meters = new MeterRegistry();
    PluginConfig settings = config.map(PluginConfig::of).orElse(PluginConfig.none());
    PluginHost host =
        new PluginHost(
            resolvers -> settings,
            GatewayOptions.systemClock(),
            meters,
            new HookMeters(meters),
            Map.of(),
            data);
    List<FoundPlugin> counting =
        catalog.apply(choice.grants()).all().stream()
            .filter(plugin -> choice.runs(plugin.id()) && countsOnly(plugin))
            .toList();
    PluginRuntime plugins = PluginRuntime.empty(host);
    PluginSet set = plugins.prepare(counting, host, Set.of());
    try {
      ServingCounters counters =
          new ServingCounters(
              set.extensions().tokenCounterProviders(),
              chosen
                  .or(() -> config.map(known -> known.get(PluginSettings.TOKENIZER)))
                  .orElse(ServingCounters.AUTO));
      plugins.swap(set);
      return new InstalledCounters(plugins, counters);
    } catch (RuntimeException e) {
      plugins.discard(set);
      throw e;
    }
  }

  /** A plugin that counts and does nothing else, and that can be loaded. */
  private static boolean countsOnly(FoundPlugin plugin) {
    Set<String> counts = Set.of(TokenCounterProvider.class.getSimpleName());
    return plugin.problems().isEmpty()
        && plugin.manifest().map(manifest -> manifest.kinds().equals(counts)).orElse(false);
  }

  /**
   * What counts for a model.
   *
   * @param model the name of the model upstream
   */
  public Counter forModel(String model) {
    Serving serving = counters.servingModel(model);
    return new Counter(serving.provider(), serving.encoding(), serving.counter());
  }

  /** What counts where no model is named: the encoding of the newest models of OpenAI. */
  public Counter usual() {
    Serving serving = counters.serving(ServingCounters.USUAL);
    return new Counter(serving.provider(), serving.encoding(), serving.counter());
  }

  /** Which counter serves and why, and what each of them says of itself; one sentence each. */
  public List<String> report() {
    return counters.report();
  }

  @Override
  public void close() {
    plugins.close(GRACE);
  }
}
