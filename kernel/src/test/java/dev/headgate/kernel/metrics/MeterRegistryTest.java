package dev.headgate.kernel.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.metrics.Family;
import dev.headgate.spi.metrics.Histogram;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeterRegistryTest {
  private final MeterRegistry registry = new MeterRegistry();

  @Test
  void readsFamiliesByNameAndSeriesByLabelValues() {
    registry.gauge("b_gauge", "b", "x", "y").labels("2", "1").set(3);
    registry.gauge("b_gauge", "b", "x", "y").labels("1", "2").set(4);
    registry.counter("a_total", "a").labels().add(5);

    assertThat(Readings.of(registry))
        .containsExactly(
            "a_total is a COUNTER by []",
            "a_total [] 5.0",
            "b_gauge is a GAUGE by [x, y]",
            "b_gauge [1, 2] 4.0",
            "b_gauge [2, 1] 3.0",
            "headgate_meter_overflow_total is a COUNTER by [family]");
  }

  @Test
  void givesTheSameMeterForTheSameName() {
    registry.counter("a_total", "a", "x").labels("1").add(1);
    registry.counter("a_total", "another sentence", "x").labels("1").add(1);

    assertThat(Readings.of(registry, "a_total")).contains("a_total [1] 2.0");
  }

  @Test
  void addsUpWhatManyThreadsCount() throws InterruptedException {
    Counter counter = registry.counter("a_total", "a").labels();
    Histogram histogram = registry.histogram("a_seconds", "a", new double[] {1}).labels();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          Thread.startVirtualThread(() -> {
            for (int n = 0; n < 10_000; n++) {
              counter.increment();
              histogram.recordNanos(1_000);
            }
          }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(Readings.of(registry))
        .contains("a_total [] 80000.0", "a_seconds [] [80000, 0] sum 0.08");
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "-5,0",
    "1,0",
    "1000,0",
    "1001,1",
    "2500,1",
    "2501,2",
    "1000000,2",
    "1000001,3",
    "9223372036854775807,3"
  })
  void putsALengthOfTimeIntoItsBucket(long nanos, int bucket) {
    registry
        .histogram("a_seconds", "a", new double[] {1e-6, 2.5e-6, 1e-3})
        .labels()
        .recordNanos(nanos);

    int[] counts = new int[4];
    counts[bucket] = 1;
    assertThat(Readings.of(registry, "a_seconds").getLast())
        .contains(java.util.Arrays.toString(counts));
  }

  @Test
  void putsAValueIntoItsBucketAndLeavesOutWhatIsNoNumber() {
    Histogram sizes = registry.histogram("a_bytes", "a", new double[] {0, 10}).labels();
    for (double value : new double[] {-1, 0, 0.5, 10, 11, Double.NaN}) {
      sizes.record(value);
    }

    assertThat(Readings.of(registry)).contains("a_bytes [] [2, 2, 1] sum 20.5");
  }

  @Test
  void booksOnOtherWhatGoesBeyondTheBoundAndCountsThat() {
    MeterRegistry small = new MeterRegistry(3);
    Family<Counter> family = small.counter("a_total", "a", "key", "team");
    IntStream.range(0, 10).forEach(i -> family.labels("k" + i, "t").increment());
    family.labels("k0", "t").increment();

    assertThat(Readings.of(small))
        .contains(
            "a_total [k0, t] 2.0",
            "a_total [k1, t] 1.0",
            "a_total [k2, t] 1.0",
            "a_total [other, other] 7.0",
            "headgate_meter_overflow_total [a_total] 7.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1a_total", "a-b_total", "a b_total", "ä_total"})
  void refusesANameThatPrometheusWouldNotTake(String name) {
    assertThatThrownBy(() -> registry.counter(name.isEmpty() ? "_ _total" : name, "a"))
        .hasMessageContaining("is no name of a metric");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "__name__", "a:b", "a-b"})
  void refusesALabelThatPrometheusWouldNotTake(String label) {
    assertThatThrownBy(() -> registry.counter("a_total", "a", label))
        .hasMessageContaining("is no name of a label of a_total");
  }

  @Test
  void saysWhyAFamilyIsRefused() {
    assertThatThrownBy(() -> registry.counter("a", "a"))
        .hasMessage("the name of a counter ends in _total, not: a");
    assertThatThrownBy(() -> registry.counter("a_total", "a", "x", "x"))
        .hasMessage("a_total has the label x twice");
    assertThatThrownBy(() -> registry.histogram("a", "a", new double[] {1}, "le"))
        .hasMessageContaining("cannot have the label le");
    assertThatThrownBy(() -> registry.histogram("a", "a", new double[] {2, 1}))
        .hasMessageContaining("bounds that do not rise");
    assertThatThrownBy(() -> registry.histogram("a", "a", new double[0]))
        .hasMessageContaining("0 bounds");
  }

  @Test
  void saysWhatANameStandsForAlready() {
    registry.gauge("a", "a", "x");
    registry.histogram("h", "h", new double[] {1});
    assertThatThrownBy(() -> registry.histogram("a", "a", new double[] {1}, "x"))
        .hasMessage("a is a gauge already and cannot be a histogram too");
    assertThatThrownBy(() -> registry.gauge("a", "a", "y"))
        .hasMessage("a has the labels [x] already and cannot have [y] too");
    assertThatThrownBy(() -> registry.histogram("h", "h", new double[] {2}))
        .hasMessage("h has the bounds [1.0] already and cannot have [2.0]");
  }

  @Test
  void refusesTooFewLabelValues() {
    assertThatThrownBy(() -> registry.counter("a_total", "a", "x", "y").labels("1"))
        .hasMessage("a_total has 2 labels [x, y], but got 1 values");
  }

  @Test
  void readsAGaugeWhenSomebodyLooksUntilItsPluginCloses() {
    PluginMeters plugin = registry.forPlugin();
    double[] value = {1};
    plugin.gauge("queue", "a", () -> value[0]);
    value[0] = 7;
    assertThat(Readings.of(registry)).contains("queue [] 7.0");

    plugin.close();
    assertThat(Readings.of(registry, "queue")).containsExactly("queue is a GAUGE by []");
  }

  @Test
  void keepsTheGaugeOfTheNewInstanceWhenTheOldOneCloses() {
    PluginMeters before = registry.forPlugin();
    before.gauge("queue", "a", () -> 1);
    PluginMeters after = registry.forPlugin();
    after.gauge("queue", "a", () -> 2);
    before.close();

    assertThat(Readings.of(registry)).contains("queue [] 2.0");
  }

  @Test
  void readsTheOthersWhenOneGaugeIsBroken() {
    registry.gauge(
        "broken",
        "a",
        () -> {
          throw new IllegalStateException("broken");
        });
    registry.gauge("whole", "a", () -> 1);

    assertThat(Readings.of(registry)).contains("broken [] NaN", "whole [] 1.0");
  }
}
