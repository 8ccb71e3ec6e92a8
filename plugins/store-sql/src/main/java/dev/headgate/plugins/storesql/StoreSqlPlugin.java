package dev.headgate.plugins.storesql;

import dev.headgate.plugins.storesql.DatabaseAddress.Postgres;
import dev.headgate.plugins.storesql.DatabaseAddress.Sqlite;
import dev.headgate.plugins.storesql.changes.ChangeReader;
import dev.headgate.plugins.storesql.changes.SqlChangeFeed;
import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.plugins.storesql.db.Databases;
import dev.headgate.plugins.storesql.db.StoreMeters;
import dev.headgate.plugins.storesql.records.Opening;
import dev.headgate.plugins.storesql.records.SqlStore;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import java.time.InstantSource;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Opens the database that the configuration names, or a file of its own. */
public final class StoreSqlPlugin implements Plugin {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.storesql");

  // It reports each broken connection with a stack trace; the store says once what is wrong.
  private static final Logger POOL_LOG = Logger.getLogger("com.zaxxer.hikari");

  private @Nullable Database database;
  private @Nullable ChangeReader reader;

  /** Called by the service loader. */
  public StoreSqlPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    if (POOL_LOG.getLevel() == null) {
      POOL_LOG.setLevel(Level.SEVERE);
    }
    StoreSettings settings = StoreSettings.read(context);
    settings.address().warnings().forEach(text -> LOG.log(System.Logger.Level.WARNING, text));
    StoreMeters meters = new StoreMeters(context.metrics());
    Database opened = open(settings, meters, context.clock());
    database = opened;
    ChangeReader changes =
        new ChangeReader(opened, meters.changes(), settings.direct().map(Postgres::server));
    reader = changes;
    Opening opening =
        new Opening(opened, settings.tables(), settings.patience(), settings.mayBeLost());
    return List.of(
        new SqlStore(opened, changes, opening, settings.deadline()),
        new SqlChangeFeed(opened, changes, settings.deadline()));
  }

  private static Database open(StoreSettings settings, StoreMeters meters, InstantSource clock) {
    return switch (settings.address()) {
      case Sqlite sqlite -> Databases.sqlite(sqlite.file(), meters, clock);
      case Postgres postgres ->
          Databases.postgres(
              postgres.server(),
              postgres.schema(),
              settings.prepareOnServer(),
              settings.connections(),
              meters,
              clock);
    };
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
    if (database != null) {
      database.close();
    }
  }
}
