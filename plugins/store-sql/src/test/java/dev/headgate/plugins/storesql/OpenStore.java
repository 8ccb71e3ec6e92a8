package dev.headgate.plugins.storesql;

import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.plugins.storesql.DatabaseAddress.Postgres;
import dev.headgate.plugins.storesql.DatabaseAddress.Sqlite;
import dev.headgate.plugins.storesql.changes.ChangeReader;
import dev.headgate.plugins.storesql.changes.SqlChangeFeed;
import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.plugins.storesql.db.Databases;
import dev.headgate.plugins.storesql.db.StoreMeters;
import dev.headgate.plugins.storesql.records.Opening;
import dev.headgate.plugins.storesql.records.SqlStore;
import dev.headgate.spi.metrics.MeterVisitor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A store as one instance of the gateway has it. */
final class OpenStore implements AutoCloseable {
  /** What a test may set. */
  record Options(
      Duration deadline,
      Duration patience,
      boolean mayBeLost,
      Opening.Tables tables,
      String direct) {
    static final Options PLAIN =
        new Options(
            Duration.ofSeconds(20), Duration.ofSeconds(10), false, Opening.Tables.APPLY, "");

    Options listening(String url) {
      return new Options(deadline, patience, mayBeLost, tables, url);
    }

    Options patient(Duration limit) {
      return new Options(deadline, limit, mayBeLost, tables, direct);
    }

    Options evenWhenLost() {
      return new Options(deadline, patience, true, tables, direct);
    }

    Options withTablesAsTheyAre() {
      return new Options(deadline, patience, mayBeLost, Opening.Tables.REQUIRE, direct);
    }
  }

  private static final java.util.logging.Logger POOL_LOG =
      java.util.logging.Logger.getLogger("com.zaxxer.hikari");

  static {
    POOL_LOG.setLevel(java.util.logging.Level.SEVERE);
  }

  private final MeterRegistry meters = new MeterRegistry();
  final Database database;
  final ChangeReader reader;
  final Opening opening;
  final SqlStore store;
  final SqlChangeFeed feed;

  private OpenStore(DatabaseAddress address, Options options) {
    StoreMeters counted = new StoreMeters(meters);
    database =
        switch (address) {
          case Sqlite sqlite ->
              Databases.sqlite(
                  sqlite.file(),
                  sqlite.file().resolveSibling("native"),
                  counted,
                  InstantSource.system());
          case Postgres postgres ->
              Databases.postgres(
                  postgres.server(),
                  postgres.schema(),
                  !postgres.pooled(),
                  postgres.connections().orElse(10),
                  counted,
                  InstantSource.system());
        };
    Optional<Postgres> direct =
        options.direct().isEmpty()
            ? Optional.empty()
            : Optional.of((Postgres) parse(options.direct()));
    reader = new ChangeReader(database, counted.changes(), direct.map(Postgres::server));
    opening = new Opening(database, options.tables(), options.patience(), options.mayBeLost());
    store = new SqlStore(database, reader, opening, options.deadline());
    feed = new SqlChangeFeed(database, reader, options.deadline());
  }

  static OpenStore at(String url) {
    return at(url, Options.PLAIN);
  }

  static OpenStore at(String url, Options options) {
    return new OpenStore(parse(url), options);
  }

  private static DatabaseAddress parse(String url) {
    return DatabaseAddress.parse(url, "the address of the test", Path.of("").toAbsolutePath());
  }

  /** The sum of a counter over its labels. */
  double counted(String name, String... labels) {
    double[] sum = new double[1];
    meters.read(
        new MeterVisitor() {
          private boolean here;

          @Override
          public void family(String family, String help, Type type, List<String> names) {
            here = family.equals(name);
          }

          @Override
          public void value(List<String> values, double value) {
            if (here && values.containsAll(List.of(labels))) {
              sum[0] += value;
            }
          }

          @Override
          public void histogram(
              List<String> values, double[] bounds, long[] counts, double total) {}
        });
    return sum[0];
  }

  @Override
  public void close() {
    reader.close();
    database.close();
  }
}
