package dev.headgate.kernel.plugin;

import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.spi.GatewayClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/** A host over a configuration that a test writes down. */
final class TestHost {
  final MeterRegistry meters = new MeterRegistry();
  private final Path folder;
  private final Map<Class<?>, Object> services;

  TestHost(Path folder, Map<Class<?>, Object> services) {
    this.folder = folder;
    this.services = services;
  }

  PluginHost of(String yaml) {
    Path file = folder.resolve("config.yaml");
    try {
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PluginHost(
        resolvers ->
            PluginConfig.of(
                GatewayConfig.load(
                    ConfigInput.of(file).resolvers(PluginConfig.bySchemes(resolvers)))),
        new SystemClock(),
        meters,
        new HookMeters(meters),
        services,
        folder.resolve("data"));
  }

  private static final class SystemClock implements GatewayClock {
    @Override
    public Instant instant() {
      return Instant.now();
    }

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }
  }
}
