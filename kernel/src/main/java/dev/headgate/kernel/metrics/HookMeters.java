package dev.headgate.kernel.metrics;

import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.metrics.Family;
import dev.headgate.spi.metrics.Histogram;
import dev.headgate.spi.metrics.Meters;

/** Makes the meters of hooks: what each plugin costs and how it fares, by kind and extension. */
public final class HookMeters {
  private static final String[] LABELS = {"plugin", "kind", "extension"};

  /** From a look into memory to a call to another machine, in seconds. */
  private static final double[] BOUNDS = {
    250e-9, 500e-9, 1e-6, 2.5e-6, 5e-6, 10e-6, 25e-6, 50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3,
    5e-3, 10e-3, 25e-3, 50e-3, 100e-3, 250e-3, 500e-3, 1, 2.5, 5, 10
  };

  private final Family<Counter> calls;
  private final Family<Counter> errors;
  private final Family<Counter> refusals;
  private final Family<Counter> answers;
  private final Family<Counter> abstentions;
  private final Family<Histogram> seconds;

  /**
   * @param meters where the meters are booked
   */
  public HookMeters(Meters meters) {
    calls = meters.counter("headgate_plugin_calls_total", "Calls of a plugin's hook.", LABELS);
    errors =
        meters.counter(
            "headgate_plugin_errors_total",
            "Calls of a plugin's hook that ended with an exception or ran out of time.",
            LABELS);
    refusals =
        meters.counter(
            "headgate_plugin_refusals_total",
            "Calls of a plugin's hook that refused the request.",
            LABELS);
    answers =
        meters.counter(
            "headgate_plugin_answers_total",
            "Calls of a plugin's hook that answered the request in the upstream's place.",
            LABELS);
    abstentions =
        meters.counter(
            "headgate_plugin_abstentions_total",
            "Calls of a plugin's hook that left the request to others.",
            LABELS);
    seconds =
        meters.histogram(
            "headgate_plugin_seconds", "Time that a call of a plugin's hook took.", BOUNDS, LABELS);
  }

  /**
   * The meter of one hook; the same one after a reload.
   *
   * @param plugin the plugin's id
   * @param kind the simple name of the kind's interface
   * @param extension the extension's name
   */
  public HookMeter meter(String plugin, String kind, String extension) {
    return new HookMeter(
        plugin + " (" + kind + " " + extension + ")",
        calls.labels(plugin, kind, extension),
        errors.labels(plugin, kind, extension),
        refusals.labels(plugin, kind, extension),
        answers.labels(plugin, kind, extension),
        abstentions.labels(plugin, kind, extension),
        seconds.labels(plugin, kind, extension));
  }
}
