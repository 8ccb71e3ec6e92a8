package dev.headgate.kernel;

import dev.headgate.spi.state.Migration;
import dev.headgate.spi.state.RecordStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts the plugins of a configuration, so that they open what they keep in the store, and stops
 * them again without having served anything.
 */
public final class StoreMigrations {
  private StoreMigrations() {}

  /**
   * Does it.
   *
   * @param options as for a start
   * @return what the stores changed of themselves for it, or would have changed when the
   *     configuration tells them to only show it
   * @throws dev.headgate.spi.PluginException if a plugin cannot start
   * @throws dev.headgate.spi.SettingException if the configuration is wrong
   */
  public static List<Migration> of(GatewayOptions options) {
    Shared shared = Shared.unused(options);
    try {
      Loaded loaded = Loaded.load(options, shared);
      try {
        List<Migration> migrations = new ArrayList<>();
        loaded
            .pipeline()
            .extensions()
            .of(RecordStore.class)
            .forEach(hook -> migrations.addAll(hook.extension().migrations()));
        return migrations;
      } finally {
        loaded.discard(shared);
      }
    } finally {
      shared.pool().close();
    }
  }
}
