package dev.headgate.bench.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.bench.plugin.loop.LatencyCounts;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class IntervalTest {

  @Test
  void knowsTheQuantilesOfStudent() {
    assertThat(Interval.student(5)).isCloseTo(2.5706, within(0.01));
    assertThat(Interval.student(11)).isCloseTo(2.2010, within(0.001));
    assertThat(Interval.student(30)).isCloseTo(2.0423, within(0.001));
    assertThat(Interval.student(1000)).isCloseTo(1.9623, within(0.001));
  }

  @Test
  void holdsTheTrueMeanInNineteenOfTwentySamples() {
    Random random = new Random(7);
    int held = 0;
    for (int sample = 0; sample < 2_000; sample++) {
      double[] values = DoubleStream.generate(() -> 5 + random.nextGaussian()).limit(20).toArray();
      Interval interval = Interval.of(values);
      if (interval.low() <= 5 && interval.high() >= 5) {
        held++;
      }
    }
    assertThat(held).isBetween(1_860, 1_940);
  }

  @Test
  void latenciesHaveTheQuantilesOfTheirValues() {
    LatencyCounts counts = new LatencyCounts();
    for (int nanos = 1; nanos <= 100_000; nanos++) {
      counts.add(nanos);
    }
    assertThat(counts.quantile(0.5)).isCloseTo(50_000, within(400.0));
    assertThat(counts.quantile(0.99)).isCloseTo(99_000, within(800.0));
    counts.clear();
    counts.add(Long.MAX_VALUE);
    assertThat(counts.quantile(0.5)).isPositive();
  }
}
