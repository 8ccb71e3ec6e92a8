package dev.headgate.plugins.storesql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordChange;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordQuery;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of PostgreSQL commit in another order than that in which they drew numbers. */
class CommitOrderTest {
  private static final CollectionSchema KEYS = CollectionSchema.named("keys").announced();

  @TempDir static Path folder;
  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.start(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Draws the next number in a transaction that stays open. */
  private static Connection openTransaction(String url, String key) throws Exception {
    Connection connection =
        DriverManager.getConnection(
            url.replace("postgresql://postgres:postgres@", "jdbc:postgresql://")
                + "?user=postgres");
    connection.setAutoCommit(false);
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO headgate_change (made_at, topic, message)"
                + " VALUES (1, 'records keys', '77 "
                + key
                + "')")) {
      insert.executeUpdate();
    }
    return connection;
  }

  @Test
  void missesNoChangeThatIsCommittedAfterALaterOne() throws Exception {
    String url = server.freshDatabase();
    try (OpenStore here = OpenStore.at(url)) {
      RecordCollection keys = here.store.open(KEYS);
      BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
      here.store.watch(keys, changes::add);
      try (Connection slow = openTransaction(url, "slow");
          Connection undone = openTransaction(url, "undone")) {
        long version = keys.put("quick", 0, Map.of(), "");
        assertThat(changes.poll(5, TimeUnit.SECONDS)).isEqualTo(new RecordChange("quick", version));
        undone.rollback();
        long next = keys.put("next", 0, Map.of(), "");
        assertThat(changes.poll(5, TimeUnit.SECONDS)).isEqualTo(new RecordChange("next", next));
        slow.commit();
        assertThat(changes.poll(1, TimeUnit.SECONDS)).isEqualTo(new RecordChange("slow", 77));
      }
      long last = keys.put("last", 0, Map.of(), "");
      assertThat(changes.poll(5, TimeUnit.SECONDS)).isEqualTo(new RecordChange("last", last));
    }
  }

  @Test
  void hearsOfATransactionThatWasUnderWayWhenItBeganToListen() throws Exception {
    String url = server.freshDatabase();
    try (OpenStore here = OpenStore.at(url);
        OpenStore there = OpenStore.at(url)) {
      RecordCollection keys = here.store.open(KEYS);
      try (Connection slow = openTransaction(url, "slow")) {
        keys.put("quick", 0, Map.of(), "");
        BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
        there.store.watch(there.store.open(KEYS), changes::add);
        slow.commit();
        assertThat(changes.poll(5, TimeUnit.SECONDS)).isEqualTo(new RecordChange("slow", 77));
      }
    }
  }

  @Test
  void tellsEveryChangeOfManyWritersAndTheLastVersionOfEachRecord() throws Exception {
    String url = server.freshDatabase();
    try (OpenStore here = OpenStore.at(url);
        OpenStore there = OpenStore.at(url)) {
      RecordCollection keys = here.store.open(KEYS);
      Map<String, Long> told = new ConcurrentHashMap<>();
      Set<RecordChange> all = ConcurrentHashMap.newKeySet();
      List<RecordChange> backwards = new ArrayList<>();
      there.store.watch(
          there.store.open(KEYS),
          change -> {
            all.add(change);
            Long before = told.put(change.key(), change.version());
            if (before != null && before > change.version()) {
              backwards.add(change);
            }
          });
      Set<RecordChange> written = ConcurrentHashMap.newKeySet();
      try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<?>> writers = new ArrayList<>();
        for (int w = 0; w < 8; w++) {
          writers.add(executor.submit(() -> write(keys, written)));
        }
        for (Future<?> writer : writers) {
          writer.get();
        }
      }
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
      while (all.size() < written.size() && System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(all).isEqualTo(written);
      assertThat(backwards).isEmpty();
      keys.find(RecordQuery.all())
          .forEach(record -> assertThat(told).containsEntry(record.key(), record.version()));
    }
  }

  private static void write(RecordCollection keys, Set<RecordChange> written) {
    for (int i = 0; i < 40; i++) {
      String key = "k" + i % 5;
      long before = keys.get(key).map(record -> record.version()).orElse(0L);
      long version = keys.put(key, before, Map.of(), "");
      if (version != RecordCollection.CONFLICT) {
        written.add(new RecordChange(key, version));
      }
    }
  }
}
