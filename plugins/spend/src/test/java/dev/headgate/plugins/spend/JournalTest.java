package dev.headgate.plugins.spend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final long ROOMY = 1L << 30;

  @TempDir Path folder;

  static SpendRecord record(String callId, long cost) {
    return new SpendRecord(
        callId,
        "chatcmpl-1",
        1_000,
        2_000,
        1_500,
        cost,
        10,
        20,
        1,
        2,
        3,
        true,
        "success",
        200,
        "",
        "/v1/chat/completions",
        "gpt-4o",
        "group",
        "id",
        "openai",
        "hash",
        "álias",
        "u",
        "t",
        "o",
        "end",
        "127.0.0.1",
        List.of("key:hash", "team:t"),
        List.of("a", "b"));
  }

  private static List<SpendRecord> drained(Journal journal) {
    List<SpendRecord> all = new ArrayList<>();
    List<SpendRecord> next = journal.next(7);
    while (!next.isEmpty()) {
      all.addAll(next);
      next = journal.next(7);
    }
    return all;
  }

  private List<Path> segments() throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void givesBackWhatWasAppendedInItsOrder() {
    List<SpendRecord> written = new ArrayList<>();
    try (Journal journal = Journal.open(folder, ROOMY)) {
      for (int i = 0; i < 100; i++) {
        SpendRecord record = record("call-" + i, i);
        written.add(record);
        journal.append(record);
      }
      assertThat(drained(journal)).isEqualTo(written);
      journal.append(record("later", 1));
      assertThat(drained(journal)).extracting(SpendRecord::callId).containsExactly("later");
    }
  }

  @Test
  void givesAgainAfterARestartWhatAnEarlierProcessLeft() {
    Journal dead = Journal.open(folder, ROOMY);
    dead.append(record("one", 1));
    dead.append(record("two", 2));
    assertThat(dead.next(1)).hasSize(1);
    // The process dies here: nothing was closed.
    try (Journal journal = Journal.open(folder, ROOMY)) {
      journal.append(record("three", 3));
      assertThat(drained(journal))
          .extracting(SpendRecord::callId)
          .containsExactly("one", "two", "three");
    }
    dead.close();
  }

  @Test
  void countsEverythingBeforeATornRecordWhereverItWasTorn() throws IOException {
    Journal whole = Journal.open(folder, ROOMY);
    for (int i = 0; i < 3; i++) {
      whole.append(record("call-" + i, i));
    }
    whole.close();
    Path segment = segments().get(0);
    byte[] bytes = Files.readAllBytes(segment);
    int each = bytes.length / 3;
    for (int cut = 0; cut <= bytes.length; cut++) {
      Files.write(
          segment,
          java.util.Arrays.copyOf(bytes, cut),
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING);
      try (Journal journal = Journal.open(folder, ROOMY)) {
        assertThat(drained(journal)).as("cut at %d", cut).hasSize(cut / each);
      }
    }
  }

  @Test
  void stopsAtARecordWhoseBytesWereChanged() throws IOException {
    Journal whole = Journal.open(folder, ROOMY);
    for (int i = 0; i < 3; i++) {
      whole.append(record("call-" + i, i));
    }
    whole.close();
    Path segment = segments().get(0);
    byte[] good = Files.readAllBytes(segment);
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      byte[] bad = good.clone();
      int at = good.length / 3 + random.nextInt(good.length / 3);
      bad[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(segment, bad);
      try (Journal journal = Journal.open(folder, ROOMY)) {
        assertThat(drained(journal)).hasSize(1);
      }
      Files.write(segment, good);
    }
  }

  @Test
  void deletesSegmentsThatWereReadAndBeginsNewOnes() throws IOException {
    try (Journal journal = Journal.open(folder, ROOMY)) {
      for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 50; i++) {
          journal.append(record(round + "-" + i, 1));
        }
        assertThat(drained(journal)).hasSize(50);
        journal.turn();
      }
      drained(journal);
      assertThat(segments()).hasSize(1);
      assertThat(journal.pendingBytes()).isZero();
    }
    assertThat(segments()).isEmpty();
  }

  @Test
  void refusesMoreRequestsWhenItIsFullAndAcceptsThemWhenItWasDrained() {
    try (Journal journal = Journal.open(folder, 2_000)) {
      int count = 0;
      while (journal.accepting()) {
        journal.append(record("call-" + count++, 1));
      }
      // Those that were under way are still taken.
      journal.append(record("call-" + count++, 1));
      assertThat(drained(journal)).hasSize(count);
      journal.turn();
      assertThat(journal.next(1)).isEmpty();
      assertThat(journal.accepting()).isTrue();
    }
  }

  @Test
  void goesOnWhenAThreadIsInterruptedWhileItSyncs() throws Exception {
    try (Journal journal = Journal.open(folder, ROOMY)) {
      for (int i = 0; i < 20; i++) {
        journal.append(record("call-" + i, 1));
        Thread interrupted =
            Thread.ofPlatform()
                .start(() -> {
                  Thread.currentThread().interrupt();
                  journal.sync();
                });
        interrupted.join();
        assertThat(journal.accepting()).isTrue();
      }
      journal.append(record("last", 1));
      assertThat(journal.accepting()).isTrue();
      assertThat(drained(journal)).hasSize(21);
    }
  }

  @Test
  void losesNothingThatManyThreadsAppendWhileItIsDrained() throws Exception {
    try (Journal journal = Journal.open(folder, ROOMY);
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> all = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        int thread = t;
        all.add(
            threads.submit(() -> {
              for (int i = 0; i < 2_000; i++) {
                journal.append(record(thread + "-" + i, 1));
              }
            }));
      }
      List<SpendRecord> seen = new ArrayList<>();
      while (!all.stream().allMatch(Future::isDone)) {
        seen.addAll(journal.next(100));
        journal.turn();
      }
      for (Future<?> one : all) {
        one.get();
      }
      seen.addAll(drained(journal));
      assertThat(seen).extracting(SpendRecord::callId).doesNotHaveDuplicates().hasSize(16_000);
    }
  }
}
