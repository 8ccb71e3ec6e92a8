package dev.headgate.kernel.plugin;

import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.state.SecretResolver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What the gateway lends to its plugins.
 *
 * @param config loads the configuration with these resolvers of secrets: once with none, for the
 *     resolvers themselves, and once more when there are some
 * @param clock the clock of the gateway
 * @param meters where plugins make their meters
 * @param hooks where the kernel books its calls of plugins
 * @param services what the kernel itself offers, by the interface of the SPI
 * @param data the gateway's data folder
 */
public record PluginHost(
    Function<List<SecretResolver>, PluginConfig> config,
    GatewayClock clock,
    MeterRegistry meters,
    HookMeters hooks,
    Map<Class<?>, Object> services,
    Path data) {

  public PluginHost {
    services = Map.copyOf(services);
  }
}
