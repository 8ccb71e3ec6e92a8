package dev.headgate.kernel.plugin;

import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.kernel.config.PluginSettings;
import java.util.List;
import java.util.Set;

/**
 * Which plugins shall run: {@code headgate.plugins}.
 *
 * @param only the ids of those that run, in the order in which they are asked; empty: all
 * @param without the ids of those that do not run
 * @param grants the ids of those that may use native code
 */
public record PluginChoice(List<String> only, List<String> without, Set<String> grants) {

  public PluginChoice {
    only = List.copyOf(only);
    without = List.copyOf(without);
    grants = Set.copyOf(grants);
  }

  /** What a configuration chooses. */
  public static PluginChoice of(GatewayConfig config) {
    return new PluginChoice(
        config.get(PluginSettings.ONLY),
        config.get(PluginSettings.WITHOUT),
        Set.copyOf(config.get(PluginSettings.GRANTS)));
  }

  /** Every plugin there is, none with native code. */
  public static PluginChoice all() {
    return new PluginChoice(List.of(), List.of(), Set.of());
  }

  /** Whether a plugin shall run. */
  public boolean runs(String id) {
    return only.isEmpty() ? !without.contains(id) : only.contains(id);
  }
}
