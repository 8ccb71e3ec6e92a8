package dev.headgate.plugins.storesql;

import dev.headgate.spi.PluginException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import org.postgresql.PGProperty;

/** The parameters of an address of PostgreSQL: those of Prisma and libpq, and the driver's own. */
final class UrlParameters {
  private static final Map<String, String> OF_LIBPQ =
      Map.ofEntries(
          Map.entry("sslmode", "sslmode"),
          Map.entry("sslrootcert", "sslrootcert"),
          Map.entry("sslcert", "sslcert"),
          Map.entry("sslkey", "sslkey"),
          Map.entry("sslpassword", "sslpassword"),
          Map.entry("application_name", "ApplicationName"),
          Map.entry("connect_timeout", "connectTimeout"),
          Map.entry("channel_binding", "channelBinding"),
          Map.entry("options", "options"),
          Map.entry("gssencmode", "gssEncMode"));

  /** Prisma's own, for which there is another way here. */
  private static final Map<String, String> OF_PRISMA =
      Map.of(
          "pool_timeout", "calls wait at most headgate.plugin.store-sql.deadline",
          "socket_timeout", "calls wait at most headgate.plugin.store-sql.deadline",
          "sslidentity", "name the files by sslcert and sslkey");

  private static final Set<String> YES = Set.of("true", "1", "on", "yes");

  private final String setting;
  private final Properties properties;
  private final List<String> warnings = new ArrayList<>();
  private String schema = "";
  private boolean pooled;
  private OptionalInt connections = OptionalInt.empty();

  private UrlParameters(String setting, Properties properties) {
    this.setting = setting;
    this.properties = properties;
  }

  /**
   * Reads what stands behind the question mark.
   *
   * @param properties take what is for the driver
   */
  static UrlParameters read(String query, String setting, Properties properties) {
    UrlParameters parameters = new UrlParameters(setting, properties);
    for (String part : query.split("&", -1)) {
      if (!part.isBlank()) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? part : part.substring(0, equals);
        String value = equals < 0 ? "" : DatabaseAddress.decoded(part.substring(equals + 1));
        parameters.take(name, value);
      }
    }
    return parameters;
  }

  private void take(String name, String value) {
    switch (name) {
      case "schema", "currentSchema" -> schema = value;
      case "pgbouncer" -> pooled = YES.contains(value);
      case "connection_limit" -> connections = OptionalInt.of(number(name, value));
      case "statement_cache_size" -> pooled |= number(name, value) == 0;
      case "prepareThreshold" -> pooled |= number(name, value) == 0;
      case "sslaccept" -> accept(value);
      case "target_session_attrs" -> properties.setProperty("targetServerType", target(value));
      default -> other(name, value);
    }
  }

  private int number(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new PluginException(
          "the parameter " + name + " of " + setting + " must be a whole number", e);
    }
  }

  private void accept(String value) {
    // Prisma encrypts in any case then; strictly only against a certificate that it can check.
    properties.putIfAbsent("sslmode", value.equals("strict") ? "verify-full" : "require");
  }

  private static String target(String value) {
    return switch (value) {
      case "read-write", "primary" -> "primary";
      case "prefer-standby" -> "preferSecondary";
      default -> "any";
    };
  }

  private void other(String name, String value) {
    if (OF_LIBPQ.containsKey(name)) {
      properties.setProperty(OF_LIBPQ.get(name), value);
    } else if (OF_PRISMA.containsKey(name)) {
      warnings.add(
          "the parameter " + name + " of " + setting + " has no effect: " + OF_PRISMA.get(name));
    } else if (PGProperty.forName(name) != null) {
      properties.setProperty(name, value);
    } else {
      warnings.add("the parameter " + name + " of " + setting + " is not known and has no effect");
    }
  }

  String schema() {
    return schema;
  }

  boolean pooled() {
    return pooled;
  }

  OptionalInt connections() {
    return connections;
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }
}
