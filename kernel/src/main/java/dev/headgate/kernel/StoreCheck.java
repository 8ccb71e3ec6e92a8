package dev.headgate.kernel;

import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.spi.state.RecordStore;
import java.util.List;

/** Asks the stores of a configuration for an answer, without starting any other plugin. */
public final class StoreCheck {
  private StoreCheck() {}

  /**
   * Asks.
   *
   * @param options as for a start
   * @return what the stores are, a line each
   * @throws dev.headgate.spi.state.StoreException if one does not answer
   * @throws dev.headgate.spi.PluginException if one cannot start
   * @throws dev.headgate.spi.SettingException if the configuration is wrong
   */
  public static List<String> of(GatewayOptions options) {
    Shared shared = Shared.unused(options);
    try {
      Loaded loaded = Loaded.load(options, shared, StoreCheck::isStore);
      try {
        return loaded.pipeline().extensions().of(RecordStore.class).stream()
            .map(hook -> hook.extension().check())
            .toList();
      } finally {
        loaded.discard(shared);
      }
    } finally {
      shared.pool().close();
    }
  }

  private static boolean isStore(FoundPlugin plugin) {
    return plugin
        .manifest()
        .map(manifest ->
            manifest.kinds().contains(RecordStore.class.getSimpleName())
                && manifest.services().isEmpty())
        .orElse(false);
  }
}
