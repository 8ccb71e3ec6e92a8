package dev.headgate.plugins.storesql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordChange;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.StoreException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed, that falls silent, and that comes back. */
class LostDatabaseTest {
  private static final CollectionSchema KEYS =
      CollectionSchema.named("keys").indexed("team", CollectionSchema.Type.TEXT).announced();

  @TempDir Path folder;

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the condition came true in time").isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static long millisOfAFailure(RecordCollection keys) {
    long start = System.nanoTime();
    assertThatThrownBy(() -> keys.get("a"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("postgresql://127.0.0.1")
        .hasMessageNotContaining("postgres:postgres");
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  private static boolean answers(RecordCollection keys) {
    try {
      return keys.get("a").isPresent();
    } catch (StoreException e) {
      return false;
    }
  }

  @Test
  void failsFastWhenItIsKilledAndReturnsByItself() throws Exception {
    try (PostgresServer server = PostgresServer.start(folder)) {
      String url = server.freshDatabase();
      try (OpenStore here = OpenStore.at(url);
          OpenStore there = OpenStore.at(url, OpenStore.Options.PLAIN.listening(url))) {
        RecordCollection keys = here.store.open(KEYS);
        BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
        there.store.watch(there.store.open(KEYS), changes::add);
        long version = keys.put("a", 0, Map.of("team", "red"), "{}");
        assertThat(changes.poll(5, TimeUnit.SECONDS)).isEqualTo(new RecordChange("a", version));

        server.kill();
        await(() -> here.database.isLost() || !answers(keys));
        await(here.database::isLost);
        assertThat(millisOfAFailure(keys)).isLessThan(100);

        server.restart();
        await(() -> answers(keys));
        long next = keys.put("a", version, Map.of("team", "blue"), "{}");
        assertThat(next).isGreaterThan(version);
        RecordChange change = changes.poll(10, TimeUnit.SECONDS);
        while (change != null && change.version() != next) {
          assertThat(change.version()).isLessThanOrEqualTo(version);
          change = changes.poll(10, TimeUnit.SECONDS);
        }
        assertThat(change).isEqualTo(new RecordChange("a", next));
      }
    }
  }

  @Test
  void countsEachRecordOnceWhenItIsKilledAmidBatchesThatAreTriedAgain() throws Exception {
    int rounds = Boolean.getBoolean("headgate.long") ? 10 : 2;
    try (PostgresServer server = PostgresServer.start(folder);
        OpenStore here = OpenStore.at(server.freshDatabase())) {
      RecordCollection log = here.store.open(CollectionSchema.named("calls"));
      RecordCollection totals =
          here.store.open(
              CollectionSchema.named("totals").column("calls", CollectionSchema.Type.SUM));
      AtomicBoolean stop = new AtomicBoolean();
      AtomicInteger written = new AtomicInteger();
      AtomicInteger failed = new AtomicInteger();
      Thread journal =
          Thread.ofVirtual()
              .start(() -> {
                while (!stop.get()) {
                  int batch = written.get();
                  try {
                    book(here, log, totals, batch);
                    written.incrementAndGet();
                  } catch (StoreException e) {
                    failed.incrementAndGet();
                  }
                }
              });
      for (int round = 0; round < rounds; round++) {
        int before = written.get();
        await(() -> written.get() > before + 20);
        server.kill();
        server.restart();
      }
      int before = written.get();
      await(() -> written.get() > before + 20);
      stop.set(true);
      journal.join();
      long records = written.get() * 10L;
      assertThat(failed.get()).isPositive();
      assertThat(log.count(RecordQuery.all())).isEqualTo(records);
      assertThat(totals.get("all").orElseThrow().number("calls")).isEqualTo(records);
    }
  }

  private static void book(
      OpenStore store, RecordCollection log, RecordCollection totals, int batch) {
    List<RecordCollection.NewRecord> records = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      records.add(new RecordCollection.NewRecord("call-" + batch + "-" + i, Map.of(), "{}"));
    }
    store.store.batch(step -> {
      long fresh = step.in(log).append(records).size();
      step.in(totals)
          .add(List.of(new RecordCollection.Addition("all", Map.of(), Map.of("calls", fresh))));
      return fresh;
    });
  }

  @Test
  void keepsItsDeadlineWhenTheServerFallsSilent() throws Exception {
    try (PostgresServer server = PostgresServer.start(folder);
        OpenStore here = OpenStore.at(server.freshDatabase())) {
      RecordCollection keys = here.store.open(KEYS);
      keys.put("a", 0, Map.of(), "{}");
      RecordCollection quick = keys.within(Duration.ofMillis(250));
      long[] all = processes(server);
      signal("STOP", all);
      try {
        for (int i = 0; i < 3; i++) {
          assertThat(millisOfAFailure(quick)).isLessThan(400);
        }
        await(here.database::isLost);
        assertThat(millisOfAFailure(keys)).isLessThan(100);
      } finally {
        signal("CONT", all);
      }
      await(() -> answers(keys));
    }
  }

  private static long[] processes(PostgresServer server) {
    ProcessHandle first = server.process();
    return java.util.stream.LongStream.concat(
            java.util.stream.LongStream.of(first.pid()),
            first.descendants().mapToLong(ProcessHandle::pid))
        .toArray();
  }

  private static void signal(String name, long[] processes) throws Exception {
    for (long process : processes) {
      new ProcessBuilder("kill", "-" + name, Long.toString(process)).start().waitFor();
    }
  }

  @Test
  void refusesToStartWithoutADatabaseUnlessItIsAllowed() throws Exception {
    String nowhere = "postgresql://me:top-secret@127.0.0.1:" + freePort() + "/gateway";
    OpenStore.Options hasty = OpenStore.Options.PLAIN.patient(Duration.ofMillis(300));
    try (OpenStore strict = OpenStore.at(nowhere, hasty)) {
      assertThatThrownBy(() -> strict.store.open(KEYS))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("general_settings.database_url")
          .hasMessageContaining("general_settings.allow_requests_on_db_unavailable")
          .hasMessageNotContaining("top-secret");
    }
    try (OpenStore lenient = OpenStore.at(nowhere, hasty.evenWhenLost())) {
      RecordCollection keys = lenient.store.open(KEYS);
      assertThat(millisOfAFailure(keys)).isLessThan(1_000);
    }
  }

  @Test
  void makesItsTablesOnceADatabaseThatWasNotThereIsThere() throws Exception {
    try (PostgresServer server = PostgresServer.start(folder)) {
      String url = server.freshDatabase();
      server.kill();
      try (OpenStore here = OpenStore.at(url, OpenStore.Options.PLAIN.evenWhenLost())) {
        RecordCollection keys = here.store.open(KEYS);
        BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
        here.store.watch(keys, changes::add);
        millisOfAFailure(keys);
        server.restart();
        await(() -> !here.database.isLost());
        assertThat(changes.poll(5, TimeUnit.SECONDS)).isEqualTo(RecordChange.LOST);
        long version = keys.put("a", 0, Map.of("team", "red"), "{}");
        assertThat(keys.get("a")).isPresent();
        assertThat(changes.poll(5, TimeUnit.SECONDS)).isEqualTo(new RecordChange("a", version));
      }
    }
  }

  @Test
  void startsAtOnceWhenNobodyAsksForAnything() {
    try (OpenStore idle = OpenStore.at("postgresql://127.0.0.1:1/nowhere")) {
      assertThat(idle.database.isLost()).isFalse();
      assertThat(idle.counted("headgate_store_statements_total")).isZero();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
