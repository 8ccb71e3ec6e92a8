package dev.headgate.bench.jmh;

import dev.headgate.bench.plugin.empty.EmptyExtensions;
import dev.headgate.bench.plugin.empty.StandIn;
import dev.headgate.bench.plugin.loop.LatencyCounts;
import dev.headgate.bench.plugin.loop.LoopWire;
import dev.headgate.bench.plugin.loop.Request;
import dev.headgate.kernel.Gateway;
import dev.headgate.kernel.GatewayOptions;
import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.ServerSettings;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.SpiVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A gateway in this process, and requests to it without a socket. */
final class Loop implements AutoCloseable {
  static final String KEY = "sk-bench-0123456789abcdef";
  static final String CHAT = "/v1/chat/completions";

  private final Path folder;
  private final Gateway gateway;
  private final LatencyCounts latencies = new LatencyCounts();

  /**
   * Starts a gateway whose model {@code bench} answers at once.
   *
   * @param plugins before the stand-in, which lets everybody in
   * @param around what limits need of each other
   * @param yaml more of the configuration
   */
  Loop(List<FoundPlugin> plugins, List<Extension> around, String yaml) throws IOException {
    folder = Files.createTempDirectory("headgate-jmh");
    Path file = folder.resolve("config.yaml");
    Files.writeString(
        file,
        """
        model_list:
          - model_name: bench
            litellm_params: {model: bench/one}
        general_settings: {master_key: %s}
        """
                .formatted(KEY)
            + yaml);
    List<FoundPlugin> all = new ArrayList<>(plugins);
    all.add(
        given(
            "stand-in",
            "Authenticator,LimitLedger,LimitSource,Provider,Transport",
            () -> new StandIn(around)));
    PluginCatalog catalog = PluginCatalog.given(all);
    Origin bench = Origin.flag("bench");
    gateway =
        Gateway.start(
            new GatewayOptions(
                ConfigInput.of(file)
                    .override(ServerSettings.HOST, "127.0.0.1", bench)
                    .override(ServerSettings.PORT, "0", bench),
                Map.of(),
                grants -> catalog,
                folder,
                "bench",
                false,
                GatewayOptions.systemClock()));
  }

  /** A plugin with several empty extensions of one kind. */
  static List<FoundPlugin> empties(String kind, int count) {
    List<FoundPlugin> plugins = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      plugins.add(given("empty-" + i, kind, () -> context -> EmptyExtensions.of(List.of(kind))));
    }
    return plugins;
  }

  private static FoundPlugin given(String id, String kinds, Supplier<Plugin> maker) {
    return FoundPlugin.given(
        Manifest.of(
            Map.of(
                "id",
                id,
                "version",
                "1",
                "spi",
                SpiVersion.current(),
                "kinds",
                kinds,
                "mutates",
                "frames,prompt")),
        maker);
  }

  Gateway gateway() {
    return gateway;
  }

  /** Asks a number of times in a row; tells the last answer when one was not 200. */
  void ask(Request request, int times) {
    LoopWire wire = new LoopWire(request, times - 1, latencies);
    gateway.serve(wire);
    if (!wire.fine()) {
      throw new IllegalStateException(wire.complaint());
    }
  }

  @Override
  public void close() throws IOException {
    gateway.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path one : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(one);
      }
    }
  }
}
