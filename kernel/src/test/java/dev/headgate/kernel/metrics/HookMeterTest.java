package dev.headgate.kernel.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class HookMeterTest {
  private final MeterRegistry registry = new MeterRegistry();
  private final HookMeters hooks = new HookMeters(registry);

  @Test
  void tellsTheOutcomesOfCallsApart() {
    HookMeter meter = hooks.meter("fence", "HeaderGate", "region");
    meter.ok(meter.start());
    meter.refused(meter.start());
    meter.answered(meter.start());
    meter.abstained(meter.start());
    meter.abstained(meter.start());
    meter.failed(meter.start(), new IllegalStateException("no map"));

    assertThat(Readings.of(registry))
        .contains(
            "headgate_plugin_calls_total [fence, HeaderGate, region] 6.0",
            "headgate_plugin_answers_total [fence, HeaderGate, region] 1.0",
            "headgate_plugin_abstentions_total [fence, HeaderGate, region] 2.0",
            "headgate_plugin_refusals_total [fence, HeaderGate, region] 1.0",
            "headgate_plugin_errors_total [fence, HeaderGate, region] 1.0");
    assertThat(Readings.of(registry, "headgate_plugin_seconds")).hasSize(2);
  }

  @Test
  void goesOnWithTheSameSeriesAfterAReload() {
    HookMeter before = hooks.meter("fence", "HeaderGate", "region");
    before.ok(before.start());
    HookMeter after = hooks.meter("fence", "HeaderGate", "region");
    after.ok(after.start());

    assertThat(Readings.of(registry))
        .contains("headgate_plugin_calls_total [fence, HeaderGate, region] 2.0");
  }

  @Test
  void logsTheFirstOfManyFailures() {
    List<String> lines = new ArrayList<>();
    Handler handler = handler(lines);
    Logger logger = Logger.getLogger("dev.headgate.plugin");
    logger.addHandler(handler);
    try {
      HookMeter meter = hooks.meter("fence", "HeaderGate", "region");
      for (int i = 0; i < 5; i++) {
        meter.answered(meter.start());
        meter.abstained(meter.start());
        meter.abstained(meter.start());
        meter.failed(meter.start(), new IllegalStateException("no map"));
      }
    } finally {
      logger.removeHandler(handler);
    }

    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst())
        .startsWith(
            "Plugin fence (HeaderGate region) failed: java.lang.IllegalStateException: no map at");
  }

  @Test
  void letsOneEventAMinuteThroughAndCountsTheOthers() {
    OnceAMinute gate = new OnceAMinute();
    long start = -5;
    assertThat(gate.due(start)).isTrue();
    assertThat(gate.due(start + 1)).isFalse();
    assertThat(gate.due(start + TimeUnit.SECONDS.toNanos(59))).isFalse();
    assertThat(gate.due(start + TimeUnit.SECONDS.toNanos(60))).isTrue();
    assertThat(gate.held()).isEqualTo(2);
    assertThat(gate.held()).isZero();
  }

  private static Handler handler(List<String> lines) {
    return new Handler() {
      @Override
      public void publish(LogRecord entry) {
        lines.add(entry.getMessage());
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
