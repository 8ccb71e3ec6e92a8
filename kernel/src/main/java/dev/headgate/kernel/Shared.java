package dev.headgate.kernel;

import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.kernel.plugin.PluginRuntime;
import dev.headgate.kernel.routing.ModelsInForce;
import dev.headgate.kernel.transport.PoolSettings;
import dev.headgate.kernel.transport.PoolTransport;
import dev.headgate.spi.GatewayClock;

/**
 * What outlives a reload.
 *
 * @param clock of the gateway
 * @param meters where everything is counted
 * @param hooks where calls of plugins are counted
 * @param plugins the plugins that are in force
 * @param models the models that are in force
 * @param pool connections to upstreams
 */
record Shared(
    GatewayClock clock,
    MeterRegistry meters,
    HookMeters hooks,
    PluginRuntime plugins,
    ModelsInForce models,
    PoolTransport pool) {

  /** For a start that serves nothing; whoever asks for it closes the pool. */
  static Shared unused(GatewayOptions options) {
    MeterRegistry meters = new MeterRegistry();
    HookMeters hooks = new HookMeters(meters);
    return new Shared(
        options.clock(),
        meters,
        hooks,
        PluginRuntime.empty(Loaded.hostOfNobody(options, options.clock(), meters, hooks)),
        new ModelsInForce(),
        new PoolTransport(PoolSettings.DEFAULTS, new DeadlineWatch(System::nanoTime)));
  }
}
