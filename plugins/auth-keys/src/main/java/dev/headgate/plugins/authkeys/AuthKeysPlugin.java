package dev.headgate.plugins.authkeys;

import dev.headgate.plugins.authkeys.entity.AccessGroups;
import dev.headgate.plugins.authkeys.entity.EntityReader;
import dev.headgate.plugins.authkeys.entity.KeyReader;
import dev.headgate.plugins.authkeys.entity.NamedEntities;
import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.lookup.Freshness;
import dev.headgate.plugins.authkeys.lookup.KeyDirectory;
import dev.headgate.plugins.authkeys.lookup.KeyHash;
import dev.headgate.plugins.authkeys.lookup.SingleFlight;
import dev.headgate.plugins.authkeys.lookup.StoredIds;
import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.plugins.authkeys.records.Table;
import dev.headgate.plugins.authkeys.routes.KeyDefaults;
import dev.headgate.plugins.authkeys.routes.Management;
import dev.headgate.plugins.authkeys.routes.ManagementRoutes;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.Settings;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.routing.ModelCatalog;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.spi.usage.SpendTotals;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lets in whoever holds the master key or a virtual key, and serves the management routes. */
public final class AuthKeysPlugin implements Plugin {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.authkeys");
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final int LOOKUPS = 64;
  private static final int MOST_CACHED = 10_000_000;

  private @Nullable Changes changes;

  /** Called by the service loader. */
  public AuthKeysPlugin() {}

  /** What the operator can set. */
  private record Bounds(
      int cachedKeys, int cachedEntities, int unknownPerSecond, Duration deadline) {

    static Bounds of(Settings settings) {
      return new Bounds(
          number(settings, "cached-keys", 20_000, 1, MOST_CACHED),
          number(settings, "cached-entities", 20_000, 1, MOST_CACHED),
          number(settings, "unknown-keys-per-second", 20, 0, 1_000_000),
          settings.duration("lookup-deadline").orElse(Duration.ofMillis(250)));
    }

    private static int number(Settings settings, String key, int standard, int least, int most) {
      long value = settings.integer(key).orElse(standard);
      if (value < least || value > most) {
        throw settings.refuse(key, "a whole number from " + least + " to " + most);
      }
      return (int) value;
    }
  }

  @Override
  public List<Extension> start(PluginContext context) {
    Bounds bounds = Bounds.of(context.settings());
    Records records = new Records(context.service(RecordStore.class).orElseThrow());
    Freshness freshness = new Freshness();
    EntityReader entities =
        new EntityReader(records, freshness, bounds.deadline, bounds.cachedEntities);
    StoredIds keyIds = keyIds(records.keys());
    StoredIds customerIds = namedIds(records.customers());
    StoredIds tagIds = namedIds(records.tags());
    NamedEntities names =
        new NamedEntities(
            entities,
            freshness,
            customerIds,
            tagIds,
            new NamedEntities.Flights(context.executor(), bounds.deadline, LOOKUPS));
    AccessGroups groups = new AccessGroups(context.service(ModelCatalog.class));
    KeyDirectory keys =
        new KeyDirectory(
            new KeyReader(entities, groups, names),
            freshness,
            keyIds,
            bounds.cachedKeys,
            new SingleFlight<>(context.executor(), bounds.deadline, LOOKUPS),
            bounds.unknownPerSecond,
            context.clock()::nanoTime);
    Changes inStep =
        new Changes(
            freshness,
            entities,
            keys,
            Map.of(Source.KEY, keyIds, Source.CUSTOMER, customerIds, Source.TAG, tagIds));
    changes = inStep;
    inStep.listen(records);
    context.every(RETRY, inStep::fill);
    measure(context, keys, entities, keyIds);
    return List.of(
        authenticator(context, keys), new BlockedEndUsers(names), routes(context, records, inStep));
  }

  private static StoredIds keyIds(Table keys) {
    return new StoredIds(keys.collection(), hash -> KeyHash.parse(hash).a());
  }

  private static StoredIds namedIds(Table table) {
    return new StoredIds(table.collection(), id -> KeyHash.ofKey(id).a());
  }

  private static void measure(
      PluginContext context, KeyDirectory keys, EntityReader entities, StoredIds keyIds) {
    context.metrics().gauge("headgate_keys_cached", "Virtual keys that are in memory.", keys::size);
    context
        .metrics()
        .gauge(
            "headgate_key_entities_cached",
            "Teams, users and what else limits keys, that are in memory.",
            entities::size);
    context
        .metrics()
        .gauge("headgate_keys_known", "Virtual keys that are known to be stored.", keyIds::size);
  }

  private static Authenticator authenticator(PluginContext context, KeyDirectory keys) {
    Optional<MasterKey> master = MasterKey.find(context);
    String user =
        context.section("general_settings").text("default_user_id").orElse("default_user_id");
    if (!MasterKey.mayBeWeak(context)) {
      MasterKey strong = master.orElseThrow(MasterKey::missing).requireStrong();
      return new KeyAuthenticator(strong.hash(), user, keys, context.clock());
    }
    if (master.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "no master key is set and {0} is true: everybody who reaches this gateway is its"
              + " administrator",
          MasterKey.OPT_OUT);
      return new OpenDoor(user);
    }
    master.get().weakness().ifPresent(weakness -> LOG.log(System.Logger.Level.WARNING, weakness));
    return new KeyAuthenticator(master.get().hash(), user, keys, context.clock());
  }

  private static Extension routes(PluginContext context, Records records, Changes changes) {
    Management.Written written =
        new Management.Written() {
          @Override
          public void wrote(Source source, String id) {
            changes.wrote(source, id);
          }

          @Override
          public void deleted(Source source, String id) {
            changes.deleted(source, id);
          }
        };
    return new ManagementRoutes(
        new Management(
            records, written, context.service(SpendTotals.class), context.clock(), zone(context)),
        KeyDefaults.of(
            context.section("litellm_settings"),
            context.environment("LENGTH_OF_LITELLM_GENERATED_KEY")));
  }

  private static ZoneId zone(PluginContext context) {
    Settings settings = context.section("litellm_settings");
    try {
      return settings.text("timezone").<ZoneId>map(ZoneId::of).orElse(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw settings.refuse("timezone", "a time zone such as Europe/Berlin");
    }
  }

  @Override
  public void close() {
    Changes inStep = changes;
    if (inStep != null) {
      inStep.close();
    }
  }
}
