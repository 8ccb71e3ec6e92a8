package dev.headgate.plugins.spend;

import dev.headgate.spi.state.RecordCollection.Addition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Adds up what a batch adds to records, so that each of them is written once. */
final class Sums {
  private final List<String> names;
  private final Map<String, Sum> sums = new HashMap<>();

  /** What is added to one record. */
  private static final class Sum {
    private final Map<String, ?> columns;
    private final long[] amounts;

    Sum(Map<String, ?> columns, int count) {
      this.columns = columns;
      this.amounts = new long[count];
    }
  }

  /**
   * @param names of the sums, in the order of their amounts
   */
  Sums(List<String> names) {
    this.names = names;
  }

  /**
   * The amounts of a record, to be added to.
   *
   * @param columns gives the columns of a record that is new
   */
  long[] of(String key, Function<String, Map<String, ?>> columns) {
    Sum known = sums.get(key);
    if (known == null) {
      known = new Sum(columns.apply(key), names.size());
      sums.put(key, known);
    }
    return known.amounts;
  }

  List<Addition> additions() {
    List<Addition> additions = new ArrayList<>(sums.size());
    sums.forEach((key, sum) -> additions.add(addition(key, sum)));
    return additions;
  }

  private Addition addition(String key, Sum sum) {
    Map<String, Long> amounts = new HashMap<>();
    for (int i = 0; i < sum.amounts.length; i++) {
      amounts.put(names.get(i), sum.amounts[i]);
    }
    return new Addition(key, sum.columns, amounts);
  }
}
