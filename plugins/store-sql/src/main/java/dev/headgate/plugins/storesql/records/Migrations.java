package dev.headgate.plugins.storesql.records;

import dev.headgate.plugins.storesql.db.Dialect;
import dev.headgate.plugins.storesql.db.Session;
import dev.headgate.plugins.storesql.db.TableChange;
import dev.headgate.spi.state.CollectionSchema;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes of tables: the gateway's own in their order, and whatever a collection still lacks of its
 * schema. Each is made once, is never taken back, and leaves a line in a table.
 */
final class Migrations {
  private static final String TABLE = "headgate_migration";

  private final Dialect dialect;
  private final InstantSource clock;

  Migrations(Dialect dialect, InstantSource clock) {
    this.clock = clock;
    this.dialect = dialect;
  }

  /** What is to be done before records of a schema can be kept. */
  List<TableChange> pending(Session session, CollectionSchema schema) throws SQLException {
    Set<String> made = new HashSet<>();
    if (!dialect.columns(session, TABLE).isEmpty()) {
      made.addAll(
          session.query("SELECT name FROM " + dialect.table(TABLE), row -> row.getString(1)));
    }
    List<TableChange> pending = new ArrayList<>(dialect.migrations());
    pending.removeIf(migration -> made.contains(migration.name()));
    new Table(schema, dialect).missing(session).ifPresent(pending::add);
    return pending;
  }

  /** Does it, in a transaction, and says what was done. Of several instances one does it. */
  List<TableChange> make(Session session, CollectionSchema schema) throws SQLException {
    dialect.lockTables(session);
    if (dialect.columns(session, TABLE).isEmpty()) {
      session.run(
          "CREATE TABLE %s (number %s NOT NULL PRIMARY KEY, name %s NOT NULL, statements %s NOT NULL, made_at %s NOT NULL)"
              .formatted(
                  dialect.table(TABLE),
                  dialect.numberType(),
                  dialect.textType(),
                  dialect.textType(),
                  dialect.numberType()));
    }
    List<TableChange> pending = pending(session, schema);
    for (TableChange migration : pending) {
      for (String statement : migration.statements()) {
        session.run(statement);
      }
      session.update(
          "INSERT INTO %s (number, name, statements, made_at) SELECT coalesce(max(number), 0) + 1, ?, ?, ? FROM %s"
              .formatted(dialect.table(TABLE), dialect.table(TABLE)),
          migration.name(),
          String.join(";\n", migration.statements()),
          clock.millis());
    }
    return pending;
  }
}
