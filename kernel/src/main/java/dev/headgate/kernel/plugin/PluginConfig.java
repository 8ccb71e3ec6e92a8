package dev.headgate.kernel.plugin;

import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.spi.Secret;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.Settings;
import dev.headgate.spi.state.SecretResolver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The configuration as far as plugins see it. */
public interface PluginConfig {

  /** A configuration that was loaded from a file. */
  static PluginConfig of(GatewayConfig config) {
    return new LoadedConfig(config);
  }

  /** No configuration: every plugin has its defaults, and sees no environment. */
  static PluginConfig none() {
    return new NoConfig();
  }

  /**
   * Resolvers of secrets in the form in which a configuration takes them.
   *
   * @param resolvers in the order of the configuration; of two with the same scheme the last counts
   */
  static Map<String, Function<String, Optional<Secret>>> bySchemes(List<SecretResolver> resolvers) {
    Map<String, Function<String, Optional<Secret>>> bySchemes = new HashMap<>();
    for (SecretResolver resolver : resolvers) {
      bySchemes.put(resolver.scheme(), reference -> Optional.of(resolver.resolve(reference)));
    }
    return bySchemes;
  }

  /**
   * The settings of a plugin; empty when there are none.
   *
   * @param id the plugin
   */
  Settings plugin(String id);

  /**
   * A section of the file; empty when it is not there.
   *
   * @param name a top-level key
   */
  Settings section(String name);

  /** An environment variable. */
  Optional<String> environment(String name);

  /**
   * Checks that a plugin knows all of its settings. Called when it has started.
   *
   * @param id the plugin
   * @throws SettingException if there is a setting that it did not ask for; names it
   */
  void checkPlugin(String id);
}
