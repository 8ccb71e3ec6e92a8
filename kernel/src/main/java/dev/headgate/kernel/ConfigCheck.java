package dev.headgate.kernel;

import dev.headgate.kernel.config.CheckReport;
import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.kernel.config.tree.ConfigException;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.kernel.plugin.PluginChoice;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.admission.TokenCounters;
import dev.headgate.spi.metrics.MeterReader;
import dev.headgate.spi.routing.ModelCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Validates a configuration as a start would, without listening, contacting anyone or opening a
 * store: plugins that hold state or talk to others are looked at but not started.
 */
public final class ConfigCheck {
  /** Kinds that only look at a request or prepare a call; starting them touches nothing. */
  private static final Set<String> HARMLESS =
      Set.of(
          "Authenticator",
          "HeaderGate",
          "RouteContributor",
          "RoutingStrategy",
          "CandidateFilter",
          "AttemptListener",
          "TokenCounterProvider",
          "LimitSource",
          "PriceBook",
          "Guardrail",
          "StreamTransform",
          "Provider",
          "Transport");

  private static final Set<String> KERNEL_SERVICES =
      Set.of(
          MeterReader.class.getSimpleName(),
          ModelCatalog.class.getSimpleName(),
          TokenCounters.class.getSimpleName());

  private final CheckReport report;
  private final boolean strict;

  private ConfigCheck(CheckReport report, boolean strict) {
    this.report = report;
    this.strict = strict;
  }

  /**
   * Checks a configuration.
   *
   * @param options as for a start; warnings are errors when they say so
   */
  public static ConfigCheck of(GatewayOptions options) {
    try {
      return new ConfigCheck(report(options), options.strict());
    } catch (ConfigException e) {
      return failed(options, e);
    } catch (SettingException | PluginException e) {
      return failed(options, new ConfigException(List.of(String.valueOf(e.getMessage()))));
    }
  }

  private static ConfigCheck failed(GatewayOptions options, ConfigException e) {
    return new ConfigCheck(CheckReport.of(options.input().file(), e), options.strict());
  }

  private static CheckReport report(GatewayOptions options) {
    Shared shared = Shared.unused(options);
    GatewayOptions lenient =
        new GatewayOptions(
            options.input(),
            options.environment(),
            options.plugins(),
            options.data(),
            options.version(),
            false,
            options.clock());
    Loaded loaded = Loaded.load(lenient, shared, ConfigCheck::harmless);
    try {
      return CheckReport.of(loaded.config(), plugins(options, loaded.config()), loaded.found());
    } finally {
      loaded.discard(shared);
      shared.pool().close();
    }
  }

  private static boolean harmless(FoundPlugin plugin) {
    return plugin
        .manifest()
        .map(manifest ->
            HARMLESS.containsAll(manifest.kinds())
                && KERNEL_SERVICES.containsAll(manifest.services()))
        .orElse(false);
  }

  private static List<String> plugins(GatewayOptions options, GatewayConfig config) {
    PluginChoice choice = PluginChoice.of(config);
    PluginCatalog catalog = options.plugins().apply(choice.grants());
    List<String> lines = new ArrayList<>();
    for (FoundPlugin plugin : catalog.choose(choice)) {
      lines.add(
          plugin.id() + plugin.manifest().map(Manifest::version).map(v -> " " + v).orElse(""));
    }
    return lines;
  }

  /** The report. */
  public String text() {
    return report.text();
  }

  /** The exit status. */
  public int exitCode() {
    return strict ? report.strictExitCode() : report.exitCode();
  }
}
