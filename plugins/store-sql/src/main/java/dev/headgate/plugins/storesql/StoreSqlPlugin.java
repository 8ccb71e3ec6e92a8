package dev.headgate.plugins.storesql;

import dev.headgate.plugins.storesql.DatabaseAddress.Postgres;
import dev.headgate.plugins.storesql.DatabaseAddress.Sqlite;
import dev.headgate.plugins.storesql.changes.ChangeReader;
import dev.headgate.plugins.storesql.changes.SqlChangeFeed;
import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.plugins.storesql.db.Databases;
import dev.headgate.plugins.storesql.db.StoreMeters;
import dev.headgate.plugins.storesql.records.Opening;
import dev.headgate.plugins.storesql.records.Opening.Tables;
import dev.headgate.plugins.storesql.records.Rehearsal;
import dev.headgate.plugins.storesql.records.SqlStore;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Opens the database that the configuration names, or a file of its own. */
public final class StoreSqlPlugin implements Plugin {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.storesql");

  // It reports each broken connection with a stack trace; the store says once what is wrong.
  private static final Logger POOL_LOG = Logger.getLogger("com.zaxxer.hikari");

  private final List<AutoCloseable> parts = new ArrayList<>();

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
    return settings.tables() == Tables.SHOW
        ? rehearsed(settings, meters, context.clock())
        : started(settings, meters, context.clock());
  }

  private List<Extension> started(StoreSettings settings, StoreMeters meters, InstantSource clock) {
    Database opened = kept(open(settings, meters, clock));
    ChangeReader changes =
        kept(new ChangeReader(opened, meters.changes(), settings.direct().map(Postgres::server)));
    Opening opening =
        new Opening(opened, settings.tables(), settings.patience(), settings.mayBeLost());
    return List.of(
        new SqlStore(opened, changes, opening, settings.deadline()),
        new SqlChangeFeed(opened, changes, settings.deadline()));
  }

  private List<Extension> rehearsed(
      StoreSettings settings, StoreMeters meters, InstantSource clock) {
    ScratchFolder folder = kept(new ScratchFolder());
    Database looked =
        kept(
            settings.address() instanceof Sqlite sqlite && !Files.exists(sqlite.file())
                ? scratch(folder.file("missing.db"), settings, meters, clock)
                : open(settings, meters, clock));
    Database empty = kept(scratch(folder.file("empty.db"), settings, meters, clock));
    ChangeReader changes = kept(new ChangeReader(empty, meters.changes(), Optional.empty()));
    Opening opening = new Opening(empty, Tables.APPLY, settings.patience(), false);
    SqlStore store = new SqlStore(empty, changes, opening, settings.deadline());
    return List.of(
        new Rehearsal(looked, store), new SqlChangeFeed(empty, changes, settings.deadline()));
  }

  private static Database scratch(
      Path file, StoreSettings settings, StoreMeters meters, InstantSource clock) {
    return Databases.sqlite(file, settings.nativeFolder(), meters, clock);
  }

  private <C extends AutoCloseable> C kept(C part) {
    parts.add(part);
    return part;
  }

  private static Database open(StoreSettings settings, StoreMeters meters, InstantSource clock) {
    return switch (settings.address()) {
      case Sqlite sqlite -> Databases.sqlite(sqlite.file(), settings.nativeFolder(), meters, clock);
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
    for (AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (Exception e) {
        LOG.log(System.Logger.Level.WARNING, "a part of the store did not close", e);
      }
    }
  }
}
