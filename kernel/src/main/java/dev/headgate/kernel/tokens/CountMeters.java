package dev.headgate.kernel.tokens;

import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.metrics.Family;
import dev.headgate.spi.metrics.Meters;
import java.util.EnumMap;
import java.util.Map;

/** What was really counted, and how often a count was remembered. */
final class CountMeters {
  private final Map<CountMode, Counter> tokens = new EnumMap<>(CountMode.class);
  private final Counter hits;
  private final Counter misses;
  private final Counter forgotten;

  CountMeters(Meters meters) {
    Family<Counter> counted =
        meters.counter(
            "headgate_counted_tokens_total",
            "Tokens that the gateway itself counted: where a limit could not be decided by bounds"
                + " (band), because every request is counted (always), where the provider told no"
                + " usage (settle), on request (route); those known from an earlier count (memo).",
            "mode");
    for (CountMode mode : CountMode.values()) {
      tokens.put(mode, counted.labels(mode.label()));
    }
    Family<Counter> memo =
        meters.counter(
            "headgate_count_memo_total",
            "Long texts whose count was looked up: hit, miss; and counts forgotten for others.",
            "result");
    hits = memo.labels("hit");
    misses = memo.labels("miss");
    forgotten = memo.labels("forgotten");
  }

  void tokens(CountMode mode, long count) {
    Counter counter = tokens.get(mode);
    if (counter != null && count > 0) {
      counter.add(count);
    }
  }

  void hit() {
    hits.increment();
  }

  void miss() {
    misses.increment();
  }

  void forgot() {
    forgotten.increment();
  }
}
