package dev.headgate.kernel.plugin;

import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.spi.Settings;
import java.util.Optional;

/** Shows plugins their part of a configuration. */
record LoadedConfig(GatewayConfig config) implements PluginConfig {

  @Override
  public Settings plugin(String id) {
    return config.plugin(id);
  }

  @Override
  public Settings section(String name) {
    return config.section(name);
  }

  @Override
  public Optional<String> environment(String name) {
    return config.environment(name);
  }

  @Override
  public void checkPlugin(String id) {
    config.checkPlugin(id);
  }
}
