package dev.headgate.bench.plugin;

import dev.headgate.bench.plugin.loop.LatencyCounts;
import dev.headgate.bench.plugin.loop.LoopWire;
import dev.headgate.bench.plugin.loop.Request;
import dev.headgate.kernel.Gateway;
import dev.headgate.kernel.GatewayOptions;
import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.PluginSettings;
import dev.headgate.kernel.config.ServerSettings;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.PluginCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A gateway that is asked again and again, and what that has cost it. */
final class Setup implements AutoCloseable {
  private static final double SLICE_NANOS = 4e6;
  private static final int MOST = 2_000;

  private final Gateway gateway;
  private final LatencyCounts latencies = new LatencyCounts();
  private Request request;
  private int sliceSize = 20;
  private long requests;
  private long cpu;
  private long allocated;
  private long answered;

  /**
   * Starts a gateway.
   *
   * @param name of its folder
   * @param running the plugins that run, in their order
   * @param known those that there are
   * @param yaml its configuration
   * @param scratch where its folder is made
   * @param environment variables that the configuration may name
   * @param request what it is asked
   */
  Setup(
      String name,
      List<FoundPlugin> running,
      List<FoundPlugin> known,
      String yaml,
      Path scratch,
      Map<String, String> environment,
      Request request)
      throws IOException {
    Path folder = Files.createDirectories(scratch.resolve(name));
    Path file = folder.resolve("config.yaml");
    Files.writeString(file, yaml);
    List<String> ids = running.stream().map(FoundPlugin::id).toList();
    PluginCatalog catalog =
        PluginCatalog.given(
            Stream.concat(running.stream(), known.stream().filter(one -> !ids.contains(one.id())))
                .toList());
    Origin bench = Origin.flag("bench");
    this.gateway =
        Gateway.start(
            new GatewayOptions(
                ConfigInput.of(file)
                    .environment(environment)
                    .override(ServerSettings.HOST, "127.0.0.1", bench)
                    .override(ServerSettings.PORT, "0", bench)
                    .override(PluginSettings.ONLY, String.join(",", ids), bench)
                    .override(PluginSettings.WITHOUT, "", bench)
                    .override(PluginSettings.GRANTS, "", bench),
                environment,
                grants -> catalog,
                folder,
                "bench",
                false,
                GatewayOptions.systemClock()));
    this.request = request;
  }

  Gateway gateway() {
    return gateway;
  }

  void ask(Request other) {
    request = other;
  }

  /** Whether the request is answered with 200; when not, says what came. */
  String complaint() {
    LoopWire wire = new LoopWire(request, 1, latencies);
    gateway.serve(wire);
    return wire.fine() ? "" : wire.complaint();
  }

  /** Asks a few times in a row. */
  void slice() {
    LoopWire wire = new LoopWire(request, sliceSize, latencies);
    long before = System.nanoTime();
    gateway.serve(wire);
    if (!wire.fine()) {
      throw new IllegalStateException("the gateway stopped answering: " + wire.complaint());
    }
    double each = (double) (System.nanoTime() - before) / (sliceSize + 1);
    requests += sliceSize;
    answered += sliceSize + 1;
    cpu += wire.cpu();
    allocated += wire.allocated();
    sliceSize = Math.clamp(Math.round(SLICE_NANOS / each), 1, MOST);
  }

  /** What a request cost since the last call, and starts over. */
  Reading take() {
    Reading reading =
        new Reading(
            requests,
            (double) cpu / requests,
            (double) allocated / requests,
            latencies.quantile(0.5),
            latencies.quantile(0.99));
    requests = 0;
    cpu = 0;
    allocated = 0;
    latencies.clear();
    return reading;
  }

  /** Everything that was answered. */
  long answered() {
    return answered;
  }

  /**
   * What a request cost in a window of time.
   *
   * @param requests how many there were
   * @param cpuNanos CPU time of one
   * @param allocated bytes that one allocated
   * @param p50 median of the time from request to answer, nanoseconds
   * @param p99 what 99 of 100 did not pass
   */
  record Reading(long requests, double cpuNanos, double allocated, double p50, double p99) {}

  @Override
  public void close() {
    gateway.close();
  }
}
