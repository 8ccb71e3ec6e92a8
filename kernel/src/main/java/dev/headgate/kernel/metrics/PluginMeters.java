package dev.headgate.kernel.metrics;

import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.metrics.Family;
import dev.headgate.spi.metrics.Gauge;
import dev.headgate.spi.metrics.Histogram;
import dev.headgate.spi.metrics.Meters;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/** One plugin's view of the registry, which lets go of the plugin's objects when it closes. */
public final class PluginMeters implements Meters, AutoCloseable {
  private final MeterRegistry registry;
  private final Map<LiveGauge, DoubleSupplier> watched = new ConcurrentHashMap<>();

  PluginMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Family<Counter> counter(String name, String help, String... labels) {
    return registry.counter(name, help, labels);
  }

  @Override
  public Family<Histogram> histogram(String name, String help, double[] bounds, String... labels) {
    return registry.histogram(name, help, bounds, labels);
  }

  @Override
  public Family<Gauge> gauge(String name, String help, String... labels) {
    return registry.gauge(name, help, labels);
  }

  @Override
  public void gauge(String name, String help, DoubleSupplier value) {
    watched.put(registry.watch(name, help, value), value);
  }

  @Override
  public void close() {
    watched.forEach(LiveGauge::forget);
    watched.clear();
  }
}
