package dev.headgate.kernel.metrics;

import dev.headgate.spi.metrics.Family;
import dev.headgate.spi.metrics.MeterVisitor;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The series of one name: found without a lock, made under one, bounded in number. */
final class MeterFamily<M> implements Family<M> {
  static final String OTHER = "other";

  private static final Comparator<List<String>> BY_VALUES =
      (a, b) -> {
        for (int i = 0; i < a.size(); i++) {
          int order = a.get(i).compareTo(b.get(i));
          if (order != 0) {
            return order;
          }
        }
        return 0;
      };

  private final String name;
  private final String help;
  private final MeterVisitor.Type type;
  private final List<String> labels;
  private final String detail;
  private final Supplier<Series<M>> maker;
  private final int limit;
  private final Runnable overflow;
  private final Map<List<String>, Series<M>> series = new ConcurrentHashMap<>();

  MeterFamily(
      String name,
      String help,
      MeterVisitor.Type type,
      List<String> labels,
      String detail,
      Supplier<Series<M>> maker,
      int limit,
      Runnable overflow) {
    this.name = name;
    this.help = help;
    this.type = type;
    this.labels = labels;
    this.detail = detail;
    this.maker = maker;
    this.limit = limit;
    this.overflow = overflow;
    if (labels.isEmpty()) {
      series.put(List.of(), maker.get());
    }
  }

  /** A meter, and how it is read. */
  record Series<M>(M meter, Reading reading) {}

  /** Tells a visitor the value of one series. */
  interface Reading {
    void read(List<String> labelValues, MeterVisitor visitor);
  }

  @Override
  public M labels(String... values) {
    if (values.length != labels.size()) {
      throw new IllegalArgumentException(
          name
              + " has "
              + labels.size()
              + " labels "
              + labels
              + ", but got "
              + values.length
              + " values");
    }
    List<String> key = List.of(values);
    Series<M> known = series.get(key);
    return known != null ? known.meter() : make(key);
  }

  private M make(List<String> key) {
    synchronized (series) {
      Series<M> known = series.get(key);
      if (known != null) {
        return known.meter();
      }
      if (regularSeries() < limit) {
        return put(key);
      }
    }
    overflow.run();
    return other();
  }

  private M other() {
    List<String> key = Collections.nCopies(labels.size(), OTHER);
    synchronized (series) {
      Series<M> known = series.get(key);
      return known != null ? known.meter() : put(key);
    }
  }

  private M put(List<String> key) {
    Series<M> made = maker.get();
    series.put(key, made);
    return made.meter();
  }

  private int regularSeries() {
    boolean hasOther = series.containsKey(Collections.nCopies(labels.size(), OTHER));
    return series.size() - (hasOther ? 1 : 0);
  }

  void read(MeterVisitor visitor) {
    visitor.family(name, help, type, labels);
    series.keySet().stream().sorted(BY_VALUES).forEach(key -> read(key, visitor));
  }

  private void read(List<String> key, MeterVisitor visitor) {
    @Nullable Series<M> one = series.get(key);
    if (one != null) {
      one.reading().read(key, visitor);
    }
  }

  void requireSame(MeterVisitor.Type otherType, List<String> otherLabels, String otherDetail) {
    if (type != otherType) {
      throw new IllegalArgumentException(
          name + " is a " + word(type) + " already and cannot be a " + word(otherType) + " too");
    }
    if (!labels.equals(otherLabels)) {
      throw new IllegalArgumentException(
          name + " has the labels " + labels + " already and cannot have " + otherLabels + " too");
    }
    if (!detail.equals(otherDetail)) {
      throw new IllegalArgumentException(
          type == MeterVisitor.Type.HISTOGRAM
              ? name + " has the bounds " + detail + " already and cannot have " + otherDetail
              : name + " is either a gauge that is set or one that is read, not both");
    }
  }

  private static String word(MeterVisitor.Type type) {
    return type.name().toLowerCase(Locale.ROOT);
  }
}
