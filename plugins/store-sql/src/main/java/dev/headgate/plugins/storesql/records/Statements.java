package dev.headgate.plugins.storesql.records;

import dev.headgate.plugins.storesql.db.Dialect;
import dev.headgate.plugins.storesql.db.Insert;
import dev.headgate.plugins.storesql.db.Session;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordSums;
import dev.headgate.spi.state.StoredRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The operations of a collection, each on a connection. */
final class Statements {
  private final CollectionSchema schema;
  private final Dialect dialect;
  private final Values values;
  private final String table;
  private final String columnNames;

  Statements(CollectionSchema schema, Dialect dialect) {
    this.schema = schema;
    this.dialect = dialect;
    this.values = new Values(schema);
    this.table = new Table(schema, dialect).name();
    this.columnNames =
        schema.columns().stream()
            .map(column -> ", " + Table.quoted(column.name()))
            .collect(Collectors.joining());
  }

  CollectionSchema schema() {
    return schema;
  }

  List<StoredRecord> get(Session session, String key) throws SQLException {
    return session.query(select(true) + " WHERE key = ?", row -> read(row, true), key);
  }

  Map<String, StoredRecord> getAll(Session session, Collection<String> keys) throws SQLException {
    Values.requireAtMost(1_000, keys.size());
    Map<String, StoredRecord> found = new LinkedHashMap<>();
    if (keys.isEmpty()) {
      return found;
    }
    session.query(
        select(true) + " WHERE " + dialect.oneOf("key", false),
        row -> found.put(row.getString(1), read(row, true)),
        (Object) keys.toArray(String[]::new));
    return found;
  }

  private String select(boolean documents) {
    return "SELECT key, version" + columnNames + (documents ? ", document" : "") + " FROM " + table;
  }

  private StoredRecord read(ResultSet row, boolean documents) throws SQLException {
    Map<String, Object> columns = new HashMap<>();
    int index = 3;
    for (CollectionSchema.Column column : schema.columns()) {
      columns.put(
          column.name(), Table.isText(column) ? row.getString(index) : (Object) row.getLong(index));
      index++;
    }
    return new SqlRecord(
        row.getString(1), row.getLong(2), columns, documents ? row.getString(index) : "");
  }

  long put(Session session, String key, long expected, Map<String, ?> given, String document)
      throws SQLException {
    values.requireKnown(given);
    Values.key(key);
    Values.text(document);
    long version =
        expected == 0
            ? insert(session, key, given, document)
            : update(session, key, expected, given, document);
    if (version != RecordCollection.CONFLICT) {
      announce(session, key, version);
    }
    return version;
  }

  private long insert(Session session, String key, Map<String, ?> given, String document)
      throws SQLException {
    List<Object> bound = new ArrayList<>(List.of(key, document));
    for (CollectionSchema.Column column : schema.columns()) {
      bound.add(values.of(column, given.get(column.name())));
    }
    dialect.beforeVersion(session);
    List<Long> made =
        session.query(
            "INSERT INTO %s (key, document%s, version) VALUES (%s, %s)"
                    .formatted(table, columnNames, marks(bound.size()), dialect.versionExpression())
                + " ON CONFLICT (key) DO NOTHING RETURNING version",
            row -> row.getLong(1),
            bound.toArray());
    if (made.isEmpty()) {
      return RecordCollection.CONFLICT;
    }
    return schema.isAnnounced()
        ? renewed(session, List.of(key)).getOrDefault(key, made.getFirst())
        : made.getFirst();
  }

  /**
   * The version of an insert was drawn before it may have waited for another step that deletes the
   * record; drawn again now, it is above all that the record ever had.
   */
  private Map<String, Long> renewed(Session session, Collection<String> keys) throws SQLException {
    Map<String, Long> versions = new HashMap<>();
    dialect.beforeVersion(session);
    session.query(
        "UPDATE %s SET version = %s WHERE %s RETURNING key, version"
            .formatted(table, dialect.versionExpression(), dialect.oneOf("key", false)),
        row -> versions.put(row.getString(1), row.getLong(2)),
        (Object) keys.toArray(String[]::new));
    return versions;
  }

  private long update(
      Session session, String key, long expected, Map<String, ?> given, String document)
      throws SQLException {
    StringBuilder set = new StringBuilder("document = ?");
    List<Object> bound = new ArrayList<>(List.of(document));
    for (CollectionSchema.Column column : schema.columns()) {
      Object value = values.of(column, given.get(column.name()));
      if (column.type() != CollectionSchema.Type.SUM) {
        set.append(", ").append(Table.quoted(column.name())).append(" = ?");
        bound.add(value);
      }
    }
    bound.add(key);
    bound.add(expected);
    dialect.beforeVersion(session);
    List<Long> written =
        session.query(
            "UPDATE %s SET %s, version = %s WHERE key = ? AND version = ? RETURNING version"
                .formatted(table, set, dialect.versionExpression()),
            row -> row.getLong(1),
            bound.toArray());
    return written.isEmpty() ? RecordCollection.CONFLICT : written.getFirst();
  }

  private static String marks(int count) {
    return "?, ".repeat(count - 1) + "?";
  }

  boolean delete(Session session, String key) throws SQLException {
    return removed(session, "DELETE FROM " + table + " WHERE key = ?", key) > 0;
  }

  int deleteAll(Session session, RecordQuery query) throws SQLException {
    QuerySql sql = new QuerySql(schema, dialect, query);
    String page = sql.page();
    return removed(
        session,
        "DELETE FROM " + table + " WHERE key IN (SELECT key FROM " + table + page + ")",
        sql.values());
  }

  private int removed(Session session, String sql, Object... bound) throws SQLException {
    if (!schema.isAnnounced()) {
      return session.update(sql, bound);
    }
    List<Boolean> gone =
        session.query(
            sql + " RETURNING key, version",
            row -> {
              announce(session, row.getString(1), -row.getLong(2));
              return true;
            },
            bound);
    return gone.size();
  }

  List<StoredRecord> find(Session session, RecordQuery query) throws SQLException {
    QuerySql sql = new QuerySql(schema, dialect, query);
    String page = sql.page();
    boolean documents = query.documents();
    String text =
        sql.isDeep()
            ? select(documents)
                + " WHERE key IN (SELECT key FROM "
                + table
                + page
                + ")"
                + sql.order()
            : select(documents) + page;
    return session.query(text, row -> read(row, documents), sql.values());
  }

  long count(Session session, RecordQuery query) throws SQLException {
    QuerySql sql = new QuerySql(schema, dialect, query);
    return session
        .query(
            "SELECT count(*) FROM " + table + sql.conditions(), row -> row.getLong(1), sql.values())
        .getFirst();
  }

  List<RecordSums> sums(Session session, RecordQuery query, List<String> by, List<String> of)
      throws SQLException {
    QuerySql sql = new QuerySql(schema, dialect, query);
    List<CollectionSchema.Column> groups = by.stream().map(values::column).toList();
    List<CollectionSchema.Column> totals = of.stream().map(values::numbers).toList();
    String names =
        groups.stream()
            .map(column -> Table.quoted(column.name()))
            .collect(Collectors.joining(", "));
    StringBuilder text = new StringBuilder("SELECT count(*)");
    totals.forEach(column ->
        text.append(", CAST(coalesce(sum(")
            .append(Table.quoted(column.name()))
            .append("), 0) AS bigint)"));
    if (!groups.isEmpty()) {
      text.append(", ").append(names);
    }
    text.append(" FROM ").append(table).append(sql.conditions());
    if (!groups.isEmpty()) {
      text.append(" GROUP BY ").append(names).append(" ORDER BY ").append(names);
    }
    text.append(" LIMIT ").append(query.limit());
    return session.query(text.toString(), row -> sums(row, groups, totals), sql.values());
  }

  private static RecordSums sums(
      ResultSet row, List<CollectionSchema.Column> groups, List<CollectionSchema.Column> totals)
      throws SQLException {
    int index = 2;
    Map<String, Long> sums = new HashMap<>();
    for (CollectionSchema.Column column : totals) {
      sums.put(column.name(), row.getLong(index++));
    }
    Map<String, Object> group = new HashMap<>();
    for (CollectionSchema.Column column : groups) {
      group.put(
          column.name(), Table.isText(column) ? row.getString(index) : (Object) row.getLong(index));
      index++;
    }
    return new SqlSums(group, row.getLong(1), sums);
  }

  Set<String> append(Session session, List<RecordCollection.NewRecord> records)
      throws SQLException {
    Values.requireAtMost(Values.MOST, records.size());
    if (records.isEmpty()) {
      return Set.of();
    }
    Insert insert = new Insert().column("document", false);
    schema.columns().forEach(column -> insert.column(column.name(), !Table.isText(column)));
    for (RecordCollection.NewRecord record : records) {
      values.requireKnown(record.columns());
      List<Object> row =
          new ArrayList<>(List.of(Values.key(record.key()), Values.text(record.document())));
      for (CollectionSchema.Column column : schema.columns()) {
        row.add(values.of(column, record.columns().get(column.name())));
      }
      insert.row(row.toArray());
    }
    Set<String> fresh = new LinkedHashSet<>(dialect.insert(session, table, insert, "NOTHING"));
    if (schema.isAnnounced() && !fresh.isEmpty()) {
      renewed(session, fresh).forEach((key, version) -> announce(session, key, version));
    }
    return fresh;
  }

  void add(Session session, List<RecordCollection.Addition> additions) throws SQLException {
    Values.requireAtMost(Values.MOST, additions.size());
    if (additions.isEmpty()) {
      return;
    }
    Insert insert = new Insert();
    schema.columns().forEach(column -> insert.column(column.name(), !Table.isText(column)));
    for (Total total : totals(additions).values()) {
      List<Object> row = new ArrayList<>(List.of(total.key));
      for (CollectionSchema.Column column : schema.columns()) {
        row.add(
            column.type() == CollectionSchema.Type.SUM
                ? total.amounts.getOrDefault(column.name(), 0L)
                : values.of(column, total.columns.get(column.name())));
      }
      insert.row(row.toArray());
    }
    String addingUp = addingUp();
    dialect.insert(
        session, table, insert, addingUp.isEmpty() ? "NOTHING" : "UPDATE SET " + addingUp);
  }

  /** What is added to one record in all. */
  private record Total(String key, Map<String, ?> columns, Map<String, Long> amounts) {}

  private Map<String, Total> totals(List<RecordCollection.Addition> additions) {
    Map<String, Total> totals = new TreeMap<>();
    for (RecordCollection.Addition addition : additions) {
      values.requireKnown(addition.columns());
      addition.amounts().keySet().forEach(values::requireSum);
      Total total =
          totals.computeIfAbsent(
              Values.key(addition.key()),
              key -> new Total(key, addition.columns(), new HashMap<>()));
      addition
          .amounts()
          .forEach((column, amount) -> total.amounts.merge(column, amount, Long::sum));
    }
    return totals;
  }

  private String addingUp() {
    String old = dialect.arraysAsJson() ? table : "t";
    return schema.columns().stream()
        .filter(column -> column.type() == CollectionSchema.Type.SUM)
        .map(column -> Table.quoted(column.name()))
        .map(column -> column + " = " + old + "." + column + " + excluded." + column)
        .collect(Collectors.joining(", "));
  }

  private void announce(Session session, String key, long version) {
    if (schema.isAnnounced()) {
      session.announce(RecordTopic.of(schema), version + " " + key);
    }
  }
}
