package dev.headgate.kernel.plugin;

import dev.headgate.spi.SettingException;
import dev.headgate.spi.Settings;
import java.util.Optional;

/** The configuration as far as plugins see it. */
public interface PluginConfig {

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
