package dev.headgate.plugins.storesql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.plugins.storesql.db.Database;
import dev.headgate.spi.state.ChangeFeed;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.testkit.state.ChangesContract;
import dev.headgate.testkit.state.RecordStoreContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresStoreTest {
  @TempDir static Path folder;
  private static PostgresServer server;
  private static OpenStore here;
  private static OpenStore polling;
  private static OpenStore listening;
  private static OpenStore pooled;

  @BeforeAll
  static void open() {
    server = PostgresServer.start(folder);
    String url = server.freshDatabase();
    here = OpenStore.at(url);
    polling = OpenStore.at(url);
    listening = OpenStore.at(url, OpenStore.Options.PLAIN.listening(url));
    pooled = OpenStore.at(url + "?pgbouncer=true&schema=public&connection_limit=4");
  }

  @AfterAll
  static void close() {
    here.close();
    polling.close();
    listening.close();
    pooled.close();
    server.close();
  }

  @Test
  void goesOnWhenAPoolerHandsItAConnectionThatDoesNotKnowItsStatements() {
    try (OpenStore store = OpenStore.at(server.freshDatabase() + "?connection_limit=1")) {
      RecordCollection keys = store.store.open(CollectionSchema.named("keys"));
      long version = 0;
      for (int i = 0; i < 10; i++) {
        version = keys.put("a", version, Map.of(), "{}");
      }
      store.database.run(
          "test",
          Database.Step.READ,
          Duration.ofSeconds(5),
          session -> {
            session.run("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$");
            return true;
          });
      // Outside a transaction the driver heals this itself.
      version = keys.put("a", version, Map.of(), "{}");
      assertThat(version).isPositive();
      assertThat(store.counted("headgate_store_conflicts_total")).isEqualTo(1);
      assertThat(keys.put("a", version, Map.of(), "{}")).isPositive();
      assertThat(store.counted("headgate_store_conflicts_total")).isEqualTo(1);
    }
  }

  @Nested
  class Records extends RecordStoreContract {
    @Override
    protected RecordStore store() {
      return here.store;
    }
  }

  @Nested
  class RecordsWithoutStatementsOnTheServer extends RecordStoreContract {
    @Override
    protected RecordStore store() {
      return pooled.store;
    }
  }

  @Nested
  class ChangesThatAreLookedFor extends ChangesContract {
    @Override
    protected RecordStore here() {
      return here.store;
    }

    @Override
    protected RecordStore there() {
      return polling.store;
    }

    @Override
    protected ChangeFeed feedHere() {
      return here.feed;
    }

    @Override
    protected ChangeFeed feedThere() {
      return polling.feed;
    }
  }

  @Nested
  class ChangesThatAreHeardOf extends ChangesContract {
    @Override
    protected RecordStore here() {
      return here.store;
    }

    @Override
    protected RecordStore there() {
      return listening.store;
    }

    @Override
    protected ChangeFeed feedHere() {
      return here.feed;
    }

    @Override
    protected ChangeFeed feedThere() {
      return listening.feed;
    }
  }
}
