package dev.headgate.kernel;

import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.spi.GatewayClock;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What a gateway is started with.
 *
 * @param input where the configuration comes from; read again at each reload
 * @param environment the environment variables, for proxies
 * @param plugins looks up the plugins that there are, given the ids that may use native code
 * @param data the folder that the gateway keeps its state in; nobody else uses it
 * @param version of the product
 * @param strict whether warnings about the configuration stop the start
 * @param clock the clock of the gateway
 */
public record GatewayOptions(
    ConfigInput input,
    Map<String, String> environment,
    Function<Set<String>, PluginCatalog> plugins,
    Path data,
    String version,
    boolean strict,
    GatewayClock clock) {

  /** The clock of the machine. */
  public static GatewayClock systemClock() {
    return new SystemClock();
  }
}
