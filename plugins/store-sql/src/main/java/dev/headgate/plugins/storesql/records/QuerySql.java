package dev.headgate.plugins.storesql.records;

import dev.headgate.plugins.storesql.db.Dialect;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordQuery.Condition;
import dev.headgate.spi.state.StoredRecord;
import java.util.ArrayList;
import java.util.List;

/** A query in SQL: what stands behind {@code FROM}, with a mark for each value. */
final class QuerySql {
  private static final int SHALLOW = 1_000;

  private final CollectionSchema schema;
  private final Dialect dialect;
  private final RecordQuery query;
  private final List<Object> values = new ArrayList<>();
  private final StringBuilder where = new StringBuilder();

  QuerySql(CollectionSchema schema, Dialect dialect, RecordQuery query) {
    this.schema = schema;
    this.dialect = dialect;
    this.query = query;
    requireSearchable(query.sort());
    query.conditions().forEach(this::condition);
  }

  private void requireSearchable(String column) {
    if (!schema.searchable(column)) {
      throw new IllegalArgumentException(
          "the column " + column + " of " + schema.name() + " has no index");
    }
  }

  private boolean isText(String column) {
    return schema.column(column).map(Table::isText).orElse(true);
  }

  private void condition(Condition condition) {
    requireSearchable(condition.column());
    String column = Table.quoted(condition.column());
    boolean text = isText(condition.column());
    switch (condition.comparison()) {
      case EQUAL -> and(column + " = ?", single(condition, text));
      case AT_LEAST -> and(column + " >= ?", single(condition, text));
      case LESS -> and(column + " < ?", single(condition, text));
      case ONE_OF -> and(dialect.oneOf(column, !text), several(condition, text));
      case STARTS_WITH -> startsWith(column, (String) single(condition, true));
      case CONTAINS -> {
        and(dialect.contains(column), lower((String) single(condition, true)));
      }
    }
  }

  /** Between the beginning and the first text behind all that begin so, which an index finds. */
  private void startsWith(String column, String beginning) {
    and(column + " >= ?", beginning);
    int[] points = beginning.codePoints().toArray();
    int last = points.length - 1;
    while (last >= 0 && points[last] == Character.MAX_CODE_POINT) {
      last--;
    }
    if (last >= 0) {
      int next = points[last] + 1;
      points[last] = Character.isSurrogate((char) next) && next <= 0xffff ? 0xe000 : next;
      and(column + " < ?", new String(points, 0, last + 1));
    }
  }

  private void and(String condition, Object value) {
    where.append(where.isEmpty() ? " WHERE " : " AND ").append(condition);
    values.add(value);
  }

  /** A to Z alone, as the databases do it. */
  private static String lower(String text) {
    StringBuilder lower = new StringBuilder(text);
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        lower.setCharAt(i, (char) (c + ('a' - 'A')));
      }
    }
    return lower.toString();
  }

  private static Object single(Condition condition, boolean text) {
    if (text ? condition.value() instanceof String : condition.value() instanceof Long) {
      return condition.value();
    }
    throw new IllegalArgumentException(
        "the column " + condition.column() + " is not compared with " + condition.value());
  }

  private static Object several(Condition condition, boolean text) {
    List<?> list = (List<?>) condition.value();
    return text
        ? list.stream().map(String.class::cast).toArray(String[]::new)
        : list.stream().map(value -> ((Number) value).longValue()).toArray(Long[]::new);
  }

  /** Conditions alone. */
  String conditions() {
    return where.toString();
  }

  /** What finds the keys or the columns of a page. */
  String page() {
    query.after().ifPresent(this::after);
    String sql = where + order() + " LIMIT ?";
    values.add(query.limit());
    if (query.offset() > 0) {
      values.add(query.offset());
      return sql + " OFFSET ?";
    }
    return sql;
  }

  /** Whether so many are passed over that their rows had better not be looked at. */
  boolean isDeep() {
    return query.offset() > SHALLOW;
  }

  String order() {
    String direction = query.isDescending() ? " DESC" : "";
    String key = "key" + direction;
    return query.sort().equals(RecordQuery.KEY)
        ? " ORDER BY " + key
        : " ORDER BY " + Table.quoted(query.sort()) + direction + ", " + key;
  }

  private void after(StoredRecord last) {
    String than = query.isDescending() ? "<" : ">";
    if (query.sort().equals(RecordQuery.KEY)) {
      and("key " + than + " ?", last.key());
      return;
    }
    Object value =
        isText(query.sort())
            ? last.text(query.sort()).orElse("")
            : (Object) last.number(query.sort());
    and("(" + Table.quoted(query.sort()) + ", key) " + than + " (?, ?)", value);
    values.add(last.key());
  }

  /** The values of the marks, in their order. */
  Object[] values() {
    return values.toArray();
  }
}
