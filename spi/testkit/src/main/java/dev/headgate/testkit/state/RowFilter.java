package dev.headgate.testkit.state;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordQuery.Condition;
import dev.headgate.spi.state.StoredRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Applies a query to rows. */
final class RowFilter {
  private final RecordQuery query;

  RowFilter(CollectionSchema schema, RecordQuery query) {
    this.query = query;
    query.conditions().forEach(condition -> require(schema, condition.column()));
    require(schema, query.sort());
  }

  private static void require(CollectionSchema schema, String column) {
    if (!schema.searchable(column)) {
      throw new IllegalArgumentException(
          "the column " + column + " of " + schema.name() + " has no index");
    }
  }

  /** The rows that meet the conditions. */
  Stream<Row> matching(Stream<Row> rows) {
    return rows.filter(this::meets);
  }

  /** The page of the query. */
  List<Row> page(Stream<Row> rows) {
    Comparator<StoredRecord> order = order();
    Predicate<Row> behind =
        query
            .after()
            .<Predicate<Row>>map(last -> row -> order.compare(row, last) > 0)
            .orElse(row -> true);
    return matching(rows)
        .filter(behind)
        .sorted(order)
        .skip(query.offset())
        .limit(query.limit())
        .map(row -> query.documents() ? row : row.withoutDocument())
        .toList();
  }

  private Comparator<StoredRecord> order() {
    Comparator<StoredRecord> rising =
        Comparator.<StoredRecord, Object>comparing(
                row -> ((Row) row).value(query.sort()), RowFilter::compare)
            .thenComparing(StoredRecord::key, TextOrder::compare);
    return query.isDescending() ? rising.reversed() : rising;
  }

  static int compare(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return Long.compare(x, y);
    }
    if (a instanceof String x && b instanceof String y) {
      return TextOrder.compare(x, y);
    }
    throw new IllegalArgumentException("a text is compared with a number");
  }

  private boolean meets(Row row) {
    return query.conditions().stream().allMatch(condition -> meets(row, condition));
  }

  private static boolean meets(Row row, Condition condition) {
    Object found = row.value(condition.column());
    Object wanted = condition.value();
    return switch (condition.comparison()) {
      case EQUAL -> compare(found, wanted) == 0;
      case ONE_OF ->
          ((List<?>) wanted)
              .stream()
                  .map(one -> one instanceof Integer small ? (Object) Long.valueOf(small) : one)
                  .anyMatch(one -> compare(found, one) == 0);
      case AT_LEAST -> compare(found, wanted) >= 0;
      case LESS -> compare(found, wanted) < 0;
      case STARTS_WITH -> ((String) found).startsWith((String) wanted);
      case CONTAINS -> lower((String) found).contains(lower((String) wanted));
    };
  }

  /** A to Z alone. */
  private static String lower(String text) {
    StringBuilder lower = new StringBuilder(text);
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        lower.setCharAt(i, Character.toString(c).toLowerCase(Locale.ROOT).charAt(0));
      }
    }
    return lower.toString();
  }
}
