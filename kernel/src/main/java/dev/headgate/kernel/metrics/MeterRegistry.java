package dev.headgate.kernel.metrics;

import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.metrics.Family;
import dev.headgate.spi.metrics.Gauge;
import dev.headgate.spi.metrics.Histogram;
import dev.headgate.spi.metrics.MeterReader;
import dev.headgate.spi.metrics.MeterVisitor;
import dev.headgate.spi.metrics.Meters;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Every meter of the gateway. Families are read in the order of their names and series in the order
 * of their label values, so that two readings differ only in values.
 *
 * <p>Locks are taken where a meter is made for the first time, never where it counts or is read.
 */
public final class MeterRegistry implements Meters, MeterReader {

  /** How many sets of label values a family holds unless {@code headgate.limits.series} says. */
  public static final int DEFAULT_SERIES = 1_000;

  private final int seriesLimit;
  private final ConcurrentSkipListMap<String, MeterFamily<?>> families =
      new ConcurrentSkipListMap<>();
  private final Family<Counter> overflows;

  /** A registry with the default bound on series. */
  public MeterRegistry() {
    this(DEFAULT_SERIES);
  }

  /**
   * @param seriesLimit the most sets of label values that a family holds, at least 1
   */
  public MeterRegistry(int seriesLimit) {
    if (seriesLimit < 1) {
      throw new IllegalArgumentException(
          "headgate.limits.series is at least 1, not " + seriesLimit);
    }
    this.seriesLimit = seriesLimit;
    this.overflows =
        counter(
            "headgate_meter_overflow_total",
            "Look-ups of a series that were booked on \"other\", since their family was full.",
            "family");
  }

  @Override
  public Family<Counter> counter(String name, String help, String... labels) {
    if (!name.endsWith("_total")) {
      throw new IllegalArgumentException("the name of a counter ends in _total, not: " + name);
    }
    return family(
        name, help, MeterVisitor.Type.COUNTER, List.of(labels), "", MeterRegistry::newCounter);
  }

  @Override
  public Family<Histogram> histogram(String name, String help, double[] bounds, String... labels) {
    Buckets buckets = new Buckets(name, bounds);
    return family(
        name,
        help,
        MeterVisitor.Type.HISTOGRAM,
        List.of(labels),
        buckets.toString(),
        () -> newHistogram(buckets));
  }

  @Override
  public Family<Gauge> gauge(String name, String help, String... labels) {
    return family(
        name, help, MeterVisitor.Type.GAUGE, List.of(labels), "", MeterRegistry::newGauge);
  }

  @Override
  public void gauge(String name, String help, DoubleSupplier value) {
    watch(name, help, value);
  }

  @Override
  public void read(MeterVisitor visitor) {
    families.values().forEach(family -> family.read(visitor));
  }

  /**
   * The meters as one plugin gets them. Its counters outlive it, since a reload must not turn them
   * back; what reads the plugin's own objects is dropped when it closes.
   */
  public PluginMeters forPlugin() {
    return new PluginMeters(this);
  }

  /**
   * Shows a value that is read when somebody looks; a later one under the same name replaces it.
   */
  LiveGauge watch(String name, String help, DoubleSupplier value) {
    Family<LiveGauge> family =
        family(name, help, MeterVisitor.Type.GAUGE, List.of(), "live", () -> newLiveGauge(name));
    LiveGauge gauge = family.labels();
    gauge.watch(value);
    return gauge;
  }

  @SuppressWarnings("unchecked") // Same type and detail mean that it was made by the same method.
  private <M> Family<M> family(
      String name,
      String help,
      MeterVisitor.Type type,
      List<String> labels,
      String detail,
      Supplier<MeterFamily.Series<M>> maker) {
    MeterFamily<?> known = families.get(name);
    if (known == null) {
      MeterNames.check(name, type, labels);
      Runnable overflow = overflows == null ? () -> {} : () -> overflows.labels(name).increment();
      MeterFamily<M> made =
          new MeterFamily<>(name, help, type, labels, detail, maker, seriesLimit, overflow);
      known = families.putIfAbsent(name, made);
      if (known == null) {
        return made;
      }
    }
    known.requireSame(type, labels, detail);
    return (Family<M>) known;
  }

  private static MeterFamily.Series<Counter> newCounter() {
    LongAdder sum = new LongAdder();
    return new MeterFamily.Series<>(
        sum::add, (labels, visitor) -> visitor.value(labels, (double) sum.sum()));
  }

  private static MeterFamily.Series<Histogram> newHistogram(Buckets buckets) {
    StripedHistogram histogram = new StripedHistogram(buckets);
    return new MeterFamily.Series<>(histogram, histogram::read);
  }

  private static MeterFamily.Series<Gauge> newGauge() {
    SetGauge gauge = new SetGauge();
    return new MeterFamily.Series<>(
        gauge, (labels, visitor) -> visitor.value(labels, gauge.value()));
  }

  private static MeterFamily.Series<LiveGauge> newLiveGauge(String name) {
    LiveGauge gauge = new LiveGauge(name);
    return new MeterFamily.Series<>(gauge, gauge::read);
  }

  private static final class SetGauge implements Gauge {
    private volatile double value;

    @Override
    public void set(double newValue) {
      value = newValue;
    }

    double value() {
      return value;
    }
  }
}
