package dev.headgate.plugins.storesql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.plugins.storesql.db.TableChange;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MigrationTest {
  private static final CollectionSchema FIRST =
      CollectionSchema.named("teams")
          .indexed("name", CollectionSchema.Type.TEXT)
          .column("spend", CollectionSchema.Type.SUM);
  private static final CollectionSchema SECOND =
      FIRST.indexed("organization", CollectionSchema.Type.TEXT).index("spend");

  @TempDir static Path folder;
  private static PostgresServer server;
  private static int files;

  @BeforeAll
  static void start() {
    server = PostgresServer.start(folder.resolve("postgres"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static List<String> freshDatabases() {
    return List.of("sqlite:" + folder.resolve("file" + files++ + ".db"), server.freshDatabase());
  }

  private static List<String> names(OpenStore store) {
    return store.opening.made().stream().map(TableChange::name).toList();
  }

  @ParameterizedTest
  @MethodSource("freshDatabases")
  void makesWhatIsMissingAndNothingElse(String url) {
    try (OpenStore first = OpenStore.at(url)) {
      first.store.open(FIRST).put("t1", 0, Map.of("name", "red"), "{}");
      assertThat(names(first))
          .containsExactly("the gateway's own tables", "collection teams: make it, index name");
    }
    try (OpenStore again = OpenStore.at(url)) {
      assertThat(again.store.open(FIRST).get("t1")).isPresent();
      assertThat(names(again)).isEmpty();
    }
    try (OpenStore newer = OpenStore.at(url)) {
      RecordCollection teams = newer.store.open(SECOND);
      assertThat(names(newer))
          .containsExactly("collection teams: add organization, index organization, index spend");
      assertThat(teams.find(RecordQuery.all().equal("organization", ""))).hasSize(1);
    }
    try (OpenStore older = OpenStore.at(url)) {
      assertThat(older.store.open(FIRST).get("t1")).isPresent();
      assertThat(names(older)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("freshDatabases")
  void letsInstancesThatStartAtTheSameTimeMakeTheTablesOnce(String url) throws Exception {
    List<OpenStore> stores = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<RecordCollection>> starts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        OpenStore store = OpenStore.at(url);
        stores.add(store);
        starts.add(executor.submit(() -> store.store.open(SECOND)));
      }
      for (int i = 0; i < starts.size(); i++) {
        assertThat(starts.get(i).get().put("t" + i, 0, Map.of(), "{}")).isPositive();
      }
      assertThat(stores.stream().mapToInt(store -> names(store).size()).sum()).isEqualTo(2);
    } finally {
      stores.forEach(OpenStore::close);
    }
  }

  @ParameterizedTest
  @MethodSource("freshDatabases")
  void refusesTablesThatAreNotUpToDateWhenItMayNotTouchThem(String url) {
    OpenStore.Options careful = OpenStore.Options.PLAIN.withTablesAsTheyAre();
    try (OpenStore store = OpenStore.at(url, careful)) {
      assertThatThrownBy(() -> store.store.open(FIRST))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("headgate migrate");
    }
    try (OpenStore store = OpenStore.at(url)) {
      store.store.open(FIRST);
    }
    try (OpenStore store = OpenStore.at(url, careful)) {
      assertThat(store.store.open(FIRST).get("t1")).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("freshDatabases")
  void refusesAColumnThatHoldsSomethingElse(String url) {
    try (OpenStore store = OpenStore.at(url)) {
      store.store.open(FIRST);
      assertThatThrownBy(() ->
              store.store.open(
                  CollectionSchema.named("teams").column("name", CollectionSchema.Type.NUMBER)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("the column name of the table headgate_teams");
    }
  }
}
