package dev.headgate.bench.plugin;

import dev.headgate.spi.metrics.MeterReader;
import dev.headgate.spi.metrics.MeterVisitor;
import java.util.ArrayList;
import java.util.List;

/**
 * What the live meters say of one hook.
 *
 * @param kind of the extension; {@code task} for work in the background
 * @param extension its name
 * @param calls how often it was called
 * @param seconds how long the calls took together
 */
record HookFacts(String kind, String extension, long calls, double seconds) {

  /** The mean length of a call, microseconds. */
  double micros() {
    return seconds / calls * 1e6;
  }

  /** The hooks of a plugin that were called. */
  static List<HookFacts> of(MeterReader meters, String plugin) {
    List<HookFacts> facts = new ArrayList<>();
    meters.read(
        new MeterVisitor() {
          private boolean wanted;

          @Override
          public void family(String name, String help, Type type, List<String> labels) {
            wanted = name.equals("headgate_plugin_seconds");
          }

          @Override
          public void value(List<String> labels, double value) {}

          @Override
          public void histogram(List<String> labels, double[] bounds, long[] counts, double sum) {
            if (wanted && labels.getFirst().equals(plugin)) {
              long calls = 0;
              for (long count : counts) {
                calls += count;
              }
              facts.add(new HookFacts(labels.get(1), labels.get(2), calls, sum));
            }
          }
        });
    facts.removeIf(fact -> fact.calls() == 0);
    return facts;
  }
}
