package dev.headgate.plugins.storesql;

import dev.headgate.plugins.storesql.DatabaseAddress.Postgres;
import dev.headgate.plugins.storesql.DatabaseAddress.Sqlite;
import dev.headgate.plugins.storesql.records.Opening.Tables;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.Secret;
import dev.headgate.spi.Settings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the operator has set.
 *
 * @param address where the database is
 * @param direct where PostgreSQL is reached without a pooler, to listen there
 * @param connections how many the pool holds at most
 * @param prepareOnServer whether statements may be kept on the server
 * @param deadline of calls that set none
 * @param patience how long a start waits for the database
 * @param mayBeLost whether a start goes on without it
 * @param tables whether a start changes tables
 * @param nativeFolder where SQLite's native code is kept
 */
record StoreSettings(
    DatabaseAddress address,
    Optional<Postgres> direct,
    int connections,
    boolean prepareOnServer,
    Duration deadline,
    Duration patience,
    boolean mayBeLost,
    Tables tables,
    Path nativeFolder) {
  private static final int CONNECTIONS = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  static StoreSettings read(PluginContext context) {
    Settings general = context.section("general_settings");
    Settings own = context.settings();
    Path base = context.dataDirectory();
    DatabaseAddress address = address(context, general, base);
    Optional<Postgres> direct =
        secret(context, general, "database_direct_url", "DIRECT_URL")
            .map(url ->
                DatabaseAddress.parse(url.reveal(), "general_settings.database_direct_url", base))
            .filter(Postgres.class::isInstance)
            .map(Postgres.class::cast);
    boolean withoutPrepared =
        general.flag("database_disable_prepared_statements").orElse(false)
            || (address instanceof Postgres postgres && postgres.pooled());
    general.accept("database_type");
    return new StoreSettings(
        address,
        direct,
        connections(general, address),
        !withoutPrepared,
        own.duration("deadline").orElse(Duration.ofSeconds(5)),
        general.duration("database_connection_timeout").orElse(PATIENCE),
        general.flag("allow_requests_on_db_unavailable").orElse(false),
        tables(own),
        base.resolve("native"));
  }

  private static DatabaseAddress address(PluginContext context, Settings general, Path base) {
    return secret(context, general, "database_url", "DATABASE_URL")
        .map(url -> DatabaseAddress.parse(url.reveal(), "general_settings.database_url", base))
        .or(() -> ofParts(context, base))
        .orElseGet(() -> new Sqlite(base.resolve("gateway.db"), List.of()));
  }

  private static Optional<Secret> secret(
      PluginContext context, Settings section, String key, String variable) {
    return section
        .secret(key)
        .or(() -> context.environment(variable).filter(url -> !url.isBlank()).map(Secret::of));
  }

  /** The address in four variables, as some deployments of LiteLLM have it. */
  private static Optional<DatabaseAddress> ofParts(PluginContext context, Path base) {
    return context
        .environment("DATABASE_HOST")
        .filter(host -> !host.isBlank())
        .map(host -> {
          String user = encoded(context.environment("DATABASE_USERNAME").orElse(""));
          String password = encoded(context.environment("DATABASE_PASSWORD").orElse(""));
          String name = context.environment("DATABASE_NAME").orElse("");
          String schema =
              context.environment("DATABASE_SCHEMA").map(s -> "?schema=" + s).orElse("");
          return DatabaseAddress.parse(
              "postgresql://" + user + ":" + password + "@" + host + "/" + name + schema,
              "DATABASE_HOST",
              base);
        });
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static int connections(Settings general, DatabaseAddress address) {
    long set =
        general
            .integer("database_connection_pool_limit")
            .orElse(
                address instanceof Postgres postgres
                    ? postgres.connections().orElse(CONNECTIONS)
                    : CONNECTIONS);
    if (set < 1 || set > 1_000) {
      throw general.refuse("database_connection_pool_limit", "a number from 1 to 1000");
    }
    return (int) set;
  }

  private static Tables tables(Settings own) {
    return switch (own.text("migrations").orElse("apply")) {
      case "apply" -> Tables.APPLY;
      case "require" -> Tables.REQUIRE;
      case "show" -> Tables.SHOW;
      default -> throw own.refuse("migrations", "apply, require or show");
    };
  }
}
