package dev.headgate.bench.jmh;

import dev.headgate.bench.plugin.empty.FixedProvider;
import dev.headgate.bench.plugin.empty.FixedTransport;
import dev.headgate.kernel.GatewayOptions;
import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.kernel.plugin.Extensions;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.kernel.routing.ModelTable;
import dev.headgate.kernel.routing.ModelTableBuilder;
import dev.headgate.spi.SpiVersion;
import dev.headgate.spi.provider.Timeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Looking up a model among two hundred. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ModelBench {
  private static final int MODELS = 200;

  private ModelTable table;

  /** For the harness, which builds the table. */
  public ModelBench() {
    table = ModelTable.empty();
  }

  /** Builds the table. */
  @Setup
  public void build() throws IOException {
    StringBuilder yaml = new StringBuilder("model_list:\n");
    for (int i = 0; i < MODELS; i++) {
      yaml.append("  - {model_name: model-")
          .append(i)
          .append(", litellm_params: {model: bench/one}}\n");
    }
    yaml.append("  - {model_name: \"open/*\", litellm_params: {model: \"bench/*\"}}\n");
    Path file = Files.createTempFile("headgate-jmh", ".yaml");
    try {
      Files.writeString(file, yaml);
      Timeouts timeouts = new Timeouts(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
      Manifest manifest =
          Manifest.of(
              Map.of(
                  "id", "bench", "version", "1", "spi", SpiVersion.current(), "kinds", "Provider"));
      Extensions extensions =
          new Extensions.Builder(new HookMeters(new MeterRegistry()))
              .add(manifest, List.of(new FixedProvider("bench")))
              .build();
      ModelTableBuilder builder =
          new ModelTableBuilder(
              extensions.providers(),
              new FixedTransport(),
              GatewayOptions.systemClock(),
              timeouts,
              timeouts,
              warning -> {});
      GatewayConfig config = GatewayConfig.load(ConfigInput.of(file));
      table =
          builder.build(
              config.models(builder.prefixes()), Map.of("alias", "model-17"), name -> false);
    } finally {
      Files.delete(file);
    }
  }

  /** By its own name. */
  @Benchmark
  public ModelTable.Match byName() {
    return found("model-123");
  }

  /** By another name. */
  @Benchmark
  public ModelTable.Match byAlias() {
    return found("alias");
  }

  /** By a pattern. */
  @Benchmark
  public ModelTable.Match byWildcard() {
    return found("open/whatever-model");
  }

  private ModelTable.Match found(String name) {
    ModelTable.Match match = table.find(name);
    if (match == null) {
      throw new IllegalStateException("the table does not know " + name);
    }
    return match;
  }
}
