package dev.headgate.kernel.plugin;

import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.kernel.config.tree.Overrides;
import dev.headgate.spi.Settings;
import java.util.Map;
import java.util.Optional;

/** What plugins see where there is no configuration. */
record NoConfig() implements PluginConfig {

  @Override
  public Settings plugin(String id) {
    return nothing();
  }

  @Override
  public Settings section(String name) {
    return nothing();
  }

  private static NodeSettings nothing() {
    return NodeSettings.top(NodeSettings.NOTHING, new Overrides(Map.of(), Map.of()));
  }

  @Override
  public Optional<String> environment(String name) {
    return Optional.empty();
  }

  @Override
  public void checkPlugin(String id) {
    // Nothing was set, so nothing is unknown.
  }
}
