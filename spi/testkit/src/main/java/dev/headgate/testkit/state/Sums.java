package dev.headgate.testkit.state;

import dev.headgate.spi.state.RecordSums;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A group of rows added up. */
record Sums(Map<String, Object> group, long count, Map<String, Long> totals) implements RecordSums {

  static List<RecordSums> of(Stream<Row> rows, List<String> by, List<String> of, int most) {
    Map<List<Object>, Sums> groups = new TreeMap<>(Sums::compare);
    if (by.isEmpty()) {
      groups.put(List.of(), new Sums(Map.of(), 0, zeros(of)));
    }
    rows.forEach(row -> {
      List<Object> values = by.stream().map(row::value).toList();
      groups.merge(values, one(row, by, of), Sums::plus);
    });
    return groups.values().stream().limit(most).map(RecordSums.class::cast).toList();
  }

  private static Map<String, Long> zeros(List<String> of) {
    Map<String, Long> zeros = new HashMap<>();
    of.forEach(column -> zeros.put(column, 0L));
    return zeros;
  }

  private static Sums one(Row row, List<String> by, List<String> of) {
    Map<String, Object> group = new HashMap<>();
    by.forEach(column -> group.put(column, row.value(column)));
    Map<String, Long> totals = new HashMap<>();
    of.forEach(column -> totals.put(column, row.number(column)));
    return new Sums(group, 1, totals);
  }

  private Sums plus(Sums other) {
    Map<String, Long> both = new HashMap<>(totals);
    other.totals.forEach((column, total) -> both.merge(column, total, Long::sum));
    return new Sums(group, count + other.count, both);
  }

  private static int compare(List<Object> a, List<Object> b) {
    List<Object> rest = new ArrayList<>(b);
    for (Object value : a) {
      int order = RowFilter.compare(value, rest.removeFirst());
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Override
  public String text(String column) {
    return (String) group.getOrDefault(column, "");
  }

  @Override
  public long number(String column) {
    return (Long) group.getOrDefault(column, 0L);
  }

  @Override
  public long sum(String column) {
    return totals.getOrDefault(column, 0L);
  }
}
