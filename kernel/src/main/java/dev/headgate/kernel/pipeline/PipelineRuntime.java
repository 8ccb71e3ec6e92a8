package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.http.RequestHandler;
import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.plugin.Extensions;
import dev.headgate.kernel.plugin.Hook;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.kernel.routing.KernelDeployment;
import dev.headgate.kernel.routing.ModelTable;
import dev.headgate.kernel.tokens.PromptCounting;
import dev.headgate.kernel.tokens.ServingCounters;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SpiVersion;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.metrics.Meters;
import dev.headgate.spi.routing.RoutingStrategy;
import dev.headgate.spi.usage.UsageSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * The stages and what they work with, as one thing that answers requests: made at start, given
 * another configuration at each reload, closed at the end.
 */
public final class PipelineRuntime implements AutoCloseable {

  /**
   * One configuration of the stages.
   *
   * @param settings what the stages need to know
   * @param models all names
   * @param takeoverFields body fields that make another provider answer
   * @param extensions what the plugins bring
   * @param strategy the routing strategy that was chosen; empty for simple-shuffle
   * @param counters which counter serves a model
   * @param sinkGrace how long sinks may take to deliver what waits when they are closed
   * @param whenUnused runs once when the last exchange with this configuration has ended
   */
  public record Configuration(
      PipelineSettings settings,
      ModelTable models,
      List<String> takeoverFields,
      Extensions extensions,
      Optional<Hook<RoutingStrategy>> strategy,
      ServingCounters counters,
      Duration sinkGrace,
      Runnable whenUnused) {}

  private final GatewayClock clock;
  private final Meters meters;
  private final PromptCounting counting;
  private final ResponseOwners owners = new ResponseOwners();
  private final List<Hook<RouteContributor>> ownRoutes;
  private final CurrentState current;
  private final Pipeline pipeline;
  private final AtomicReference<GatewayState> latest = new AtomicReference<>();

  /** Gives back what the configuration in force holds. */
  private Runnable endOfCurrent = () -> {};

  /**
   * @param first the configuration to start with
   * @param clock the clock of the gateway
   * @param meters where everything is counted
   * @param ready whether the gateway takes requests, for the readiness route
   */
  public PipelineRuntime(
      Configuration first, GatewayClock clock, Meters meters, BooleanSupplier ready) {
    this.clock = clock;
    this.meters = meters;
    this.counting =
        new PromptCounting(
            Runtime.getRuntime().availableProcessors(), first.settings().countingQueue(), meters);
    Manifest kernel =
        Manifest.of(
            Map.of(
                "id",
                "kernel",
                "version",
                first.settings().version(),
                "spi",
                SpiVersion.current(),
                "kinds",
                "RouteContributor"));
    TokenRoutes tokenRoutes = new TokenRoutes(latest::get);
    OwnRoutes routes = new OwnRoutes(latest::get, ready, this::inFlight);
    this.ownRoutes =
        new Extensions.Builder(new HookMeters(meters))
            .add(kernel, List.of(routes, tokenRoutes))
            .build()
            .routeContributors();
    GatewayState state = state(first);
    latest.set(state);
    loadCounters(state);
    this.current = new CurrentState(state, unused(state, first));
    this.pipeline = new Pipeline(current, new KernelMeters(meters));
    meters.gauge("headgate_requests_in_flight", "Requests that are in flight.", this::inFlight);
  }

  private GatewayState state(Configuration of) {
    Extensions extensions = of.extensions();
    if (!extensions.limitSources().isEmpty() && extensions.limitLedger().isEmpty()) {
      throw new PluginException(
          "the plugin "
              + extensions.limitSources().get(0).plugin()
              + " brings limits, but no plugin brings a LimitLedger that counts them");
    }
    List<Hook<RouteContributor>> contributors = new ArrayList<>(ownRoutes);
    contributors.addAll(extensions.routeContributors());
    List<SinkQueue> sinks = new ArrayList<>();
    RouteTable routes = new RouteTable(contributors);
    for (Hook<UsageSink> sink : extensions.usageSinks()) {
      sinks.add(new SinkQueue(sink, meters, of.sinkGrace()));
    }
    return new GatewayState(
        of.settings(),
        clock,
        of.models(),
        of.takeoverFields(),
        owners,
        routes,
        extensions.authenticators(),
        extensions.headerGates(),
        extensions.candidateFilters(),
        of.strategy(),
        extensions.limitSources(),
        extensions.limitLedger(),
        extensions.last(dev.headgate.spi.admission.PriceBook.class),
        of.counters(),
        counting,
        extensions.guardrails(),
        extensions.responseCaches(),
        extensions.attemptListeners(),
        extensions.streamTransforms(),
        extensions.usageListeners(),
        List.copyOf(sinks),
        extensions.needs("prompt") && !(sinks.isEmpty() && extensions.usageListeners().isEmpty()));
  }

  /** Loads what the first requests will count with, when they will be counted for sure. */
  private static void loadCounters(GatewayState state) {
    if (state.settings().countAlways() || !state.limitSources().isEmpty()) {
      Thread.ofPlatform()
          .daemon()
          .name("load-counters")
          .start(() -> {
            for (KernelDeployment deployment : state.models().deployments()) {
              state.counters().servingModel(deployment.upstreamModel(""));
            }
          });
    }
  }

  private Runnable unused(GatewayState state, Configuration of) {
    Runnable end =
        () -> {
          state.sinks().forEach(SinkQueue::close);
          state.models().close();
          of.whenUnused().run();
        };
    endOfCurrent = end;
    return () -> Thread.ofVirtual().name("retire").start(end);
  }

  /** Answers requests. */
  public RequestHandler handler() {
    return pipeline;
  }

  /** Requests that are in flight. */
  public int inFlight() {
    return pipeline == null ? 0 : pipeline.inFlight();
  }

  /** All names that are in force. */
  public ModelTable models() {
    return current.get().models();
  }

  /** Renews what exchanges hold; to be called every 20 s. */
  public void renewLeases() {
    pipeline.renewLeases();
  }

  /** Puts another configuration in force for new exchanges. */
  public void replace(Configuration next) {
    GatewayState state = state(next);
    latest.set(state);
    loadCounters(state);
    current.replace(state, unused(state, next));
  }

  /** Closes what the last configuration holds, at once; called when no exchange is left. */
  @Override
  public void close() {
    endOfCurrent.run();
    counting.close();
  }
}
