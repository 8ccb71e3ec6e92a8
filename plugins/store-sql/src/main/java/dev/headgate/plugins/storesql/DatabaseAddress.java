package dev.headgate.plugins.storesql;

import dev.headgate.plugins.storesql.db.Databases.Server;
import dev.headgate.spi.PluginException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Properties;

/**
 * Where a database is, in one of the forms that people have at hand: {@code postgresql://…} as
 * Prisma and libpq write it, {@code jdbc:postgresql://…}, {@code sqlite:…} or {@code file:…}.
 */
sealed interface DatabaseAddress {

  /** What of it has no effect, a sentence each. */
  List<String> warnings();

  /** A file. */
  record Sqlite(Path file, List<String> warnings) implements DatabaseAddress {}

  /**
   * A PostgreSQL server.
   *
   * @param server for the driver
   * @param schema where tables lie; empty for the user's default
   * @param pooled whether a pooler between gives each transaction another connection
   * @param connections how many the address allows
   */
  record Postgres(
      Server server, String schema, boolean pooled, OptionalInt connections, List<String> warnings)
      implements DatabaseAddress {}

  /**
   * Reads an address.
   *
   * @param text the address
   * @param setting where it stands, for messages
   * @param base the folder that a relative file is relative to
   */
  static DatabaseAddress parse(String text, String setting, Path base) {
    String address = text.strip();
    String plain = address.startsWith("jdbc:") ? address.substring("jdbc:".length()) : address;
    int colon = plain.indexOf(':');
    String scheme = colon < 0 ? "" : plain.substring(0, colon).toLowerCase(Locale.ROOT);
    return switch (scheme) {
      case "postgresql", "postgres" -> postgres(plain.substring(colon + 1), setting);
      case "sqlite", "file" -> sqlite(plain.substring(colon + 1), setting, base);
      default ->
          throw new PluginException(
              setting
                  + " is no address of a database that is known here: it must begin with"
                  + " postgresql://, jdbc:postgresql://, sqlite: or file:");
    };
  }

  private static Sqlite sqlite(String rest, String setting, Path base) {
    int question = rest.indexOf('?');
    String path = question < 0 ? rest : rest.substring(0, question);
    List<String> warnings = new ArrayList<>();
    if (question >= 0) {
      warnings.add("the parameters of " + setting + " have no effect on SQLite");
    }
    String file = path.startsWith("///") ? path.substring(2) : path;
    if (file.isBlank() || file.startsWith("//") || file.contains(":memory:")) {
      throw new PluginException(
          setting + " must name a file behind sqlite:, such as sqlite:gateway.db");
    }
    return new Sqlite(base.resolve(file), warnings);
  }

  private static Postgres postgres(String rest, String setting) {
    if (!rest.startsWith("//")) {
      throw new PluginException(
          setting + " must have the form postgresql://user:password@host:port/database");
    }
    int question = rest.indexOf('?');
    String place = question < 0 ? rest.substring(2) : rest.substring(2, question);
    String query = question < 0 ? "" : rest.substring(question + 1);
    // A password may hold an @ that nobody has encoded; hosts cannot.
    int at = place.lastIndexOf('@');
    String user = at < 0 ? "" : place.substring(0, at);
    String hosts = place.substring(at + 1);
    int slash = hosts.indexOf('/');
    String database = slash < 0 ? "" : hosts.substring(slash + 1);
    String servers = slash < 0 ? hosts : hosts.substring(0, slash);
    if (servers.isBlank()) {
      throw new PluginException(setting + " names no host");
    }
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "headgate");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("loginTimeout", "8");
    properties.setProperty("reWriteBatchedInserts", "true");
    credentials(user, properties);
    UrlParameters parameters = UrlParameters.read(query, setting, properties);
    return new Postgres(
        new Server(
            "jdbc:postgresql://" + servers + "/" + database,
            properties,
            "postgresql://" + servers + "/" + decoded(database)),
        parameters.schema(),
        parameters.pooled(),
        parameters.connections(),
        parameters.warnings());
  }

  private static void credentials(String user, Properties properties) {
    if (user.isEmpty()) {
      return;
    }
    int colon = user.indexOf(':');
    properties.setProperty("user", decoded(colon < 0 ? user : user.substring(0, colon)));
    if (colon >= 0) {
      properties.setProperty("password", decoded(user.substring(colon + 1)));
    }
  }

  /** Undoes percent signs; a plus is a plus, and a percent sign that encodes nothing is itself. */
  static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
