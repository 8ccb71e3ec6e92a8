package dev.headgate.bench.plugin;

import dev.headgate.bench.plugin.Setup.Reading;
import dev.headgate.bench.plugin.Trial.Cost;
import java.util.Collection;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What was found out.
 *
 * @param plugin the id
 * @param kinds those that requests met
 * @param notMet those that no request meets
 * @param exercise what the requests were
 * @param trial the measurements
 * @param narrow whether the interval became as narrow as was wanted
 * @param seconds how long it took
 * @param hooks what the live meters say of the plugin's hooks
 * @param answered requests that the plugin met, those of the warm-up included
 * @param instructions that the plugin adds
 * @param emptyInstructions that the empty plugin adds
 * @param noInstructions why they are not counted; empty when they are
 */
record Findings(
    String plugin,
    Collection<String> kinds,
    Collection<String> notMet,
    String exercise,
    Trial trial,
    boolean narrow,
    double seconds,
    List<HookFacts> hooks,
    long answered,
    OptionalDouble instructions,
    OptionalDouble emptyInstructions,
    String noInstructions) {
  private static final double MICROS = 1e-3;

  /** For people. */
  String text() {
    Cost cost = trial.cost();
    Cost empty = trial.emptyCost();
    Formatter text = new Formatter(Locale.ROOT);
    text.format("%s (%s) adds to a request%n", plugin, String.join(", ", kinds));
    text.format("%-18s %-32s %s%n", "", "the plugin", "an empty plugin of these kinds");
    row(text, "CPU time, µs", cost.cpuNanos().times(MICROS), empty.cpuNanos().times(MICROS));
    row(text, "allocated, bytes", cost.allocated(), empty.allocated());
    row(text, "p50, µs", cost.p50().times(MICROS), empty.p50().times(MICROS));
    row(text, "p99, µs", cost.p99().times(MICROS), empty.p99().times(MICROS));
    if (instructions.isPresent() && emptyInstructions.isPresent()) {
      text.format(
          "%-18s %-32.0f %.0f%n",
          "instructions", instructions.getAsDouble(), emptyInstructions.getAsDouble());
    } else {
      text.format("%-18s not counted: %s%n", "instructions", noInstructions);
    }
    text.format("In brackets: where the true mean lies with 95 %% confidence.%n");
    text.format(
        "A request without it: %.2f µs of CPU time, %.0f bytes, p50 %.1f µs, p99 %.1f µs.%n",
        trial.baseline(Reading::cpuNanos) * MICROS,
        trial.baseline(Reading::allocated),
        trial.baseline(Reading::p50) * MICROS,
        trial.baseline(Reading::p99) * MICROS);
    text.format("Exercised: %s; %,d requests in %.0f s.%n", exercise, trial.requests(), seconds);
    for (HookFacts hook : hooks) {
      text.format(
          "  %s %s: %.2f calls a request, %.2f µs each%n",
          hook.kind(), hook.extension(), (double) hook.calls() / answered, hook.micros());
    }
    if (!notMet.isEmpty()) {
      text.format(
          "Not exercised, since no such request meets it: %s.%n", String.join(", ", notMet));
    }
    if (!narrow) {
      text.format(
          "The time was up before the interval was as narrow as was wanted (--seconds, --width).%n");
    }
    return text.toString();
  }

  private static void row(Formatter text, String what, Interval one, Interval other) {
    text.format("%-18s %-32s %s%n", what, shown(one), shown(other));
  }

  private static String shown(Interval interval) {
    return String.format(
        Locale.ROOT, "%.2f [%.2f, %.2f]", interval.mean(), interval.low(), interval.high());
  }

  /** For programs: one line. */
  String json() {
    StringBuilder json = new StringBuilder("{");
    text(json, "plugin", plugin);
    text(json, "kind", String.join(",", kinds));
    cost(json, trial.cost(), instructions);
    json.append(",\"baseline\":{");
    text(json, "plugin", "empty");
    cost(json, trial.emptyCost(), emptyInstructions);
    json.append("},\"without\":{");
    number(json, "cpu_us", trial.baseline(Reading::cpuNanos) * MICROS);
    number(json, "alloc_bytes", trial.baseline(Reading::allocated));
    number(json, "p50_us", trial.baseline(Reading::p50) * MICROS);
    number(json, "p99_us", trial.baseline(Reading::p99) * MICROS);
    json.append("},\"hooks\":[");
    for (int i = 0; i < hooks.size(); i++) {
      HookFacts hook = hooks.get(i);
      json.append(i == 0 ? "{" : ",{");
      text(json, "kind", hook.kind());
      text(json, "extension", hook.extension());
      number(json, "calls", (double) hook.calls() / answered);
      number(json, "mean_us", hook.micros());
      json.append('}');
    }
    json.append(']');
    text(json, "exercised", exercise);
    text(json, "not_exercised", String.join(",", notMet));
    name(json, "requests").append(trial.requests());
    number(json, "seconds", seconds);
    json.append(",\"narrow\":").append(narrow);
    return json.append('}').toString();
  }

  private static void cost(StringBuilder json, Cost cost, OptionalDouble instructions) {
    interval(json, "cpu_us", cost.cpuNanos().times(MICROS));
    number(json, "alloc_bytes", cost.allocated().mean());
    interval(json, "p50_us", cost.p50().times(MICROS));
    interval(json, "p99_us", cost.p99().times(MICROS));
    if (instructions.isPresent()) {
      number(json, "instructions", instructions.getAsDouble());
    } else {
      name(json, "instructions").append("null");
    }
  }

  private static void interval(StringBuilder json, String name, Interval interval) {
    name(json, name)
        .append(
            String.format(
                Locale.ROOT,
                "{\"mean\":%.4f,\"ci95\":[%.4f,%.4f]}",
                interval.mean(),
                interval.low(),
                interval.high()));
  }

  private static void number(StringBuilder json, String name, double value) {
    name(json, name).append(String.format(Locale.ROOT, "%.3f", value));
  }

  private static void text(StringBuilder json, String name, String value) {
    name(json, name).append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\');
      }
      json.append(c < ' ' ? ' ' : c);
    }
    json.append('"');
  }

  private static StringBuilder name(StringBuilder json, String name) {
    if (json.charAt(json.length() - 1) != '{') {
      json.append(',');
    }
    return json.append('"').append(name).append("\":");
  }
}
