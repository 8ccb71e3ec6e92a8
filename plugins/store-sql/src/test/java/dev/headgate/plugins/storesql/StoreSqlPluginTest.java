package dev.headgate.plugins.storesql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.Migration;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.testkit.TestGateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin in a gateway, with another one that keeps something. */
class StoreSqlPluginTest {
  private static final CollectionSchema NOTES =
      CollectionSchema.named("notes").indexed("author", CollectionSchema.Type.TEXT);

  @TempDir Path folder;

  /** Keeps notes. */
  private static final class Notebook implements Plugin {
    private RecordStore store;
    private RecordCollection notes;

    @Override
    public List<Extension> start(PluginContext context) {
      store = context.service(RecordStore.class).orElseThrow();
      notes = store.open(NOTES);
      return List.of();
    }
  }

  private TestGateway.Builder gateway(Notebook notebook) {
    return TestGateway.around(StoreSqlPlugin.class, StoreSqlPlugin::new)
        .with(Map.of("id", "notebook", "services", "RecordStore"), () -> notebook);
  }

  private String file() {
    return "general_settings: {database_url: 'sqlite:" + folder.resolve("notes.db") + "'}";
  }

  @Test
  void keepsWhatIsPutFromOneStartToTheNext() {
    Notebook first = new Notebook();
    try (TestGateway gateway = gateway(first).config(file()).start()) {
      first.notes.put("n1", 0, Map.of("author", "ann"), "{}");
      assertThat(first.store.migrations())
          .extracting(Migration::name)
          .containsExactly("the gateway's own tables", "collection notes: make it, index author");
    }
    Notebook second = new Notebook();
    try (TestGateway gateway =
        gateway(second).environment("DATABASE_URL", "").config(file()).start()) {
      assertThat(second.notes.get("n1")).isPresent();
      assertThat(second.store.migrations()).isEmpty();
    }
  }

  @Test
  void hasAFileOfItsOwnWithoutASetting() {
    Notebook notebook = new Notebook();
    try (TestGateway gateway = gateway(notebook).start()) {
      notebook.notes.put("n1", 0, Map.of(), "{}");
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(notebook.notes.get("n1")).isPresent();
    }
  }

  @Test
  void showsWhatAStartWouldChangeAndChangesNothing() {
    Notebook notebook = new Notebook();
    try (TestGateway gateway =
        gateway(notebook)
            .config(file())
            .config("headgate: {plugin: {store-sql: {migrations: show}}}")
            .start()) {
      notebook.notes.put("n1", 0, Map.of("author", "ann"), "{}");
      assertThat(notebook.store.migrations())
          .extracting(Migration::name)
          .containsExactly("the gateway's own tables", "collection notes: make it, index author");
      assertThat(notebook.store.migrations().getLast().statements().getFirst())
          .startsWith("CREATE TABLE \"headgate_notes\"");
      assertThat(folder.resolve("notes.db")).doesNotExist();
    }
    Notebook kept = new Notebook();
    try (TestGateway gateway = gateway(kept).config(file()).start()) {
      assertThat(kept.notes.get("n1")).isEmpty();
      assertThat(Files.exists(folder.resolve("notes.db"))).isTrue();
    }
    Notebook again = new Notebook();
    try (TestGateway gateway =
        gateway(again)
            .config(file())
            .config("headgate: {plugin: {store-sql: {migrations: show}}}")
            .start()) {
      assertThat(again.store.migrations()).isEmpty();
    }
  }

  @Test
  void saysInOneLineWhyItCannotStart() {
    assertThatThrownBy(() ->
            gateway(new Notebook())
                .environment("DATABASE_URL", "postgresql://me:top-secret@127.0.0.1:1/x")
                .config("general_settings: {database_connection_timeout: 100ms}")
                .start())
        .isInstanceOf(PluginException.class)
        .hasMessageContaining(
            "plugin notebook cannot start: the database postgresql://127.0.0.1:1/x")
        .hasMessageNotContaining("top-secret");
    assertThatThrownBy(
            () -> gateway(new Notebook()).environment("DATABASE_URL", "mysql://x/y").start())
        .isInstanceOf(PluginException.class)
        .hasMessageContaining("general_settings.database_url");
  }

  @Test
  void startsWithoutADatabaseWhereThatIsAllowed() {
    Notebook notebook = new Notebook();
    try (TestGateway gateway =
        gateway(notebook)
            .environment("DATABASE_URL", "postgresql://127.0.0.1:1/x")
            .config("general_settings: {allow_requests_on_db_unavailable: true}")
            .start()) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
    }
  }
}
