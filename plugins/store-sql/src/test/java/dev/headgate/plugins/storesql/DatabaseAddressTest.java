package dev.headgate.plugins.storesql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.plugins.storesql.DatabaseAddress.Postgres;
import dev.headgate.plugins.storesql.DatabaseAddress.Sqlite;
import dev.headgate.spi.PluginException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {
  private static final Path BASE = Path.of("/data");

  private static DatabaseAddress parse(String url) {
    return DatabaseAddress.parse(url, "general_settings.database_url", BASE);
  }

  private static Postgres postgres(String url) {
    return (Postgres) parse(url);
  }

  @Test
  void readsPrismasForm() {
    Postgres found =
        postgres(
            "postgresql://llm%40x:p%40ss+w%2Fd@db.example:6432/lite?schema=my&pgbouncer=true"
                + "&connection_limit=7&sslmode=require&connect_timeout=3");
    assertThat(found.server().url()).isEqualTo("jdbc:postgresql://db.example:6432/lite");
    assertThat(found.server().properties())
        .containsEntry("user", "llm@x")
        .containsEntry("password", "p@ss+w/d")
        .containsEntry("sslmode", "require")
        .containsEntry("connectTimeout", "3");
    assertThat(found.schema()).isEqualTo("my");
    assertThat(found.pooled()).isTrue();
    assertThat(found.connections()).hasValue(7);
    assertThat(found.warnings()).isEmpty();
  }

  @Test
  void readsTheDriversForm() {
    Postgres found =
        postgres("jdbc:postgresql://a:1,b:2/db?user=me&password=secret&targetServerType=primary");
    assertThat(found.server().url()).isEqualTo("jdbc:postgresql://a:1,b:2/db");
    assertThat(found.server().properties())
        .containsEntry("user", "me")
        .containsEntry("password", "secret")
        .containsEntry("targetServerType", "primary");
  }

  @Test
  void showsNoSecret() {
    Postgres found = postgres("postgres://me:top-secret@db/x?password=top-secret&nonsense=1");
    assertThat(found.server().shown()).isEqualTo("postgresql://db/x");
    assertThat(found.toString()).doesNotContain("top-secret");
    assertThat(found.warnings().toString()).doesNotContain("top-secret");
  }

  @Test
  void takesAPasswordWithAnAtAndAPercentThatNobodyEncoded() {
    assertThat(postgres("postgres://me:50%@home@db/x").server().properties())
        .containsEntry("password", "50%@home");
  }

  @ParameterizedTest
  @CsvSource({
    "nonsense=1, is not known",
    "pool_timeout=5, has no effect",
    "socket_timeout=5, has no effect",
    "sslidentity=x, has no effect"
  })
  void warnsOfParametersWithoutEffect(String parameter, String warning) {
    assertThat(postgres("postgres://db/x?" + parameter).warnings())
        .singleElement()
        .asString()
        .contains(parameter.substring(0, parameter.indexOf('=')), "general_settings.database_url")
        .contains(warning);
  }

  @ParameterizedTest
  @CsvSource({"statement_cache_size=0", "prepareThreshold=0", "pgbouncer=true"})
  void knowsThatAPoolerIsBetween(String parameter) {
    assertThat(postgres("postgres://db/x?" + parameter).pooled()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "sqlite:gateway.db, /data/gateway.db",
    "file:./dev.db, /data/dev.db",
    "jdbc:sqlite:/var/lib/x.db, /var/lib/x.db",
    "sqlite:///var/lib/x.db, /var/lib/x.db"
  })
  void readsFiles(String url, Path file) {
    assertThat(((Sqlite) parse(url)).file().normalize()).isEqualTo(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://me:top-secret@db/x",
        "top-secret",
        "sqlite:",
        "sqlite::memory:",
        "postgres:///x",
        "postgres:top-secret",
        "postgres://db/x?connection_limit=top-secret"
      })
  void refusesWhatItDoesNotKnowWithoutShowingIt(String url) {
    assertThatThrownBy(() -> parse(url))
        .isInstanceOf(PluginException.class)
        .hasMessageContaining("general_settings.database_url")
        .hasMessageNotContaining("top-secret");
  }
}
