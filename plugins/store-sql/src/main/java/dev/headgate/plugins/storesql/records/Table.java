package dev.headgate.plugins.storesql.records;

import dev.headgate.plugins.storesql.db.Dialect;
import dev.headgate.plugins.storesql.db.Session;
import dev.headgate.plugins.storesql.db.TableChange;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The table of a collection: its name, and what it still lacks of its schema. */
final class Table {
  private final CollectionSchema schema;
  private final Dialect dialect;

  Table(CollectionSchema schema, Dialect dialect) {
    this.schema = schema;
    this.dialect = dialect;
  }

  /** Its name in SQL. */
  String name() {
    return dialect.table(plainName());
  }

  private String plainName() {
    return "headgate_" + schema.name();
  }

  /** What must be done before records of the schema can be kept; empty when nothing. */
  Optional<TableChange> missing(Session session) throws SQLException {
    Map<String, String> columns = dialect.columns(session, plainName());
    Set<String> indexes = dialect.indexes(session, plainName());
    List<String> statements = new ArrayList<>();
    List<String> names = new ArrayList<>();
    if (columns.isEmpty()) {
      statements.add(create());
      names.add("make it");
    } else {
      for (CollectionSchema.Column column : schema.columns()) {
        String found = columns.get(column.name());
        if (found == null) {
          statements.add("ALTER TABLE " + name() + " ADD COLUMN " + declaration(column));
          names.add("add " + column.name());
        } else if (found.toLowerCase(Locale.ROOT).startsWith("text") != isText(column)) {
          throw new StoreException(
              "the column "
                  + column.name()
                  + " of the table "
                  + plainName()
                  + " has the type "
                  + found
                  + ", which is not what this version of the gateway keeps there");
        }
      }
    }
    missingIndexes(indexes)
        .forEach((index, indexed) -> {
          statements.add(indexStatement(index, indexed));
          names.add("index " + String.join(" and ", indexed));
        });
    return statements.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TableChange(
                "collection " + schema.name() + ": " + String.join(", ", names), statements));
  }

  private String create() {
    String columns =
        schema.columns().stream()
            .map(column -> ", " + declaration(column))
            .collect(Collectors.joining());
    // The document stands last, so that reading columns alone does not go through it.
    return "CREATE TABLE %s (key %s NOT NULL PRIMARY KEY, version %s NOT NULL%s, document %s NOT NULL DEFAULT '')"
        .formatted(name(), dialect.textType(), dialect.numberType(), columns, dialect.textType());
  }

  private String declaration(CollectionSchema.Column column) {
    return isText(column)
        ? quoted(column.name()) + " " + dialect.textType() + " NOT NULL DEFAULT ''"
        : quoted(column.name()) + " " + dialect.numberType() + " NOT NULL DEFAULT 0";
  }

  private Map<String, List<String>> missingIndexes(Set<String> there) {
    Map<String, List<String>> missing = new LinkedHashMap<>();
    for (List<String> indexed : schema.indexes()) {
      String index = indexName(indexed);
      if (!there.contains(index)) {
        missing.put(index, indexed);
      }
    }
    return missing;
  }

  /** A database cuts long names, so columns go in by a checksum. */
  private String indexName(List<String> indexed) {
    CRC32 sum = new CRC32();
    sum.update(String.join(",", indexed).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return "hg_" + schema.name() + "_" + "%08x".formatted(sum.getValue());
  }

  private String indexStatement(String index, List<String> indexed) {
    // The key comes last, since it is what equals are ordered by.
    String columns =
        Stream.concat(indexed.stream().map(Table::quoted), Stream.of("key"))
            .collect(Collectors.joining(", "));
    return "CREATE INDEX " + quoted(index) + " ON " + name() + " (" + columns + ")";
  }

  static boolean isText(CollectionSchema.Column column) {
    return column.type() == CollectionSchema.Type.TEXT;
  }

  static String quoted(String name) {
    return '"' + name + '"';
  }
}
