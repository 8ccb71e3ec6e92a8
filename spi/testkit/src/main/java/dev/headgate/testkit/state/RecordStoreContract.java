package dev.headgate.testkit.state;

import static dev.headgate.spi.state.RecordCollection.CONFLICT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordCollection.Addition;
import dev.headgate.spi.state.RecordCollection.NewRecord;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordQuery.Comparison;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.spi.state.RecordSums;
import dev.headgate.spi.state.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What every {@link RecordStore} keeps. A store's test extends this and gives a store; each test
 * opens a collection of its own, so one store may serve them all.
 */
public abstract class RecordStoreContract {
  private static final AtomicInteger NEXT = new AtomicInteger();

  /** For subclasses. */
  protected RecordStoreContract() {}

  /** The store under test. */
  protected abstract RecordStore store();

  /** A schema with a text, two numbers, a sum and an announcement. */
  static CollectionSchema people() {
    return CollectionSchema.named("people_" + NEXT.incrementAndGet())
        .indexed("team", CollectionSchema.Type.TEXT)
        .indexed("age", CollectionSchema.Type.NUMBER)
        .column("note", CollectionSchema.Type.TEXT)
        .column("spend", CollectionSchema.Type.SUM)
        .index("team", "age")
        .index("spend")
        .announced();
  }

  private RecordCollection opened() {
    return store().open(people());
  }

  private static Map<String, Object> person(String team, long age) {
    return Map.of("team", team, "age", age);
  }

  private static List<String> keys(List<StoredRecord> records) {
    return records.stream().map(StoredRecord::key).toList();
  }

  @Test
  void givesBackWhatWasPut() {
    RecordCollection people = opened();
    String document = "{\"text\":\"a \\\"b\\\" \\u0000 ü 𝄞\"}";
    long version =
        people.put(
            "ann",
            0,
            Map.of("team", "näh", "age", 7, "note", "'; drop table people; --"),
            document);
    StoredRecord ann = people.get("ann").orElseThrow();
    assertThat(version).isPositive();
    assertThat(ann.key()).isEqualTo("ann");
    assertThat(ann.version()).isEqualTo(version);
    assertThat(ann.text("team")).contains("näh");
    assertThat(ann.number("age")).isEqualTo(7);
    assertThat(ann.text("note")).contains("'; drop table people; --");
    assertThat(ann.document()).isEqualTo(document);
  }

  @Test
  void takesMissingColumnsForEmpty() {
    RecordCollection people = opened();
    people.put("ann", 0, Map.of(), "");
    StoredRecord ann = people.get("ann").orElseThrow();
    assertThat(ann.text("team")).isEmpty();
    assertThat(ann.number("age")).isZero();
    assertThat(ann.number("spend")).isZero();
    assertThat(ann.document()).isEmpty();
    assertThat(people.count(RecordQuery.all().equal("team", ""))).isEqualTo(1);
  }

  @Test
  void keepsTheLargestNumbers() {
    RecordCollection people = opened();
    people.put("max", 0, Map.of("age", Long.MAX_VALUE), "");
    people.put("min", 0, Map.of("age", Long.MIN_VALUE), "");
    assertThat(people.get("max").orElseThrow().number("age")).isEqualTo(Long.MAX_VALUE);
    assertThat(people.get("min").orElseThrow().number("age")).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void findsNothingUnderAKeyThatIsNotThere() {
    RecordCollection people = opened();
    assertThat(people.get("nobody")).isEmpty();
    assertThat(people.delete("nobody")).isFalse();
    assertThat(people.getAll(List.of("nobody"))).isEmpty();
    assertThat(people.getAll(List.of())).isEmpty();
  }

  @Test
  void readsManyKeysAtOnce() {
    RecordCollection people = opened();
    people.put("ann", 0, person("a", 1), "1");
    people.put("bob", 0, person("b", 2), "2");
    people.put("cid", 0, person("c", 3), "3");
    Map<String, StoredRecord> found = people.getAll(List.of("cid", "nobody", "ann", "ann"));
    assertThat(found).containsOnlyKeys("ann", "cid");
    assertThat(found.values().stream().map(StoredRecord::document)).contains("1", "3");
  }

  @Test
  void refusesAVersionThatIsNotTheLast() {
    RecordCollection people = opened();
    long first = people.put("ann", 0, person("a", 1), "1");
    long second = people.put("ann", first, person("a", 2), "2");
    assertThat(second).isGreaterThan(first);
    assertThat(people.put("ann", first, person("a", 3), "3")).isEqualTo(CONFLICT);
    assertThat(people.put("ann", 0, person("a", 3), "3")).isEqualTo(CONFLICT);
    assertThat(people.put("bob", first, person("a", 3), "3")).isEqualTo(CONFLICT);
    assertThat(people.get("ann").orElseThrow().document()).isEqualTo("2");
    assertThat(people.get("bob")).isEmpty();
  }

  @Test
  void givesARecordThatIsMadeAgainANewerVersion() {
    RecordCollection people = opened();
    long first = people.put("ann", 0, person("a", 1), "1");
    long second = people.put("ann", first, person("a", 1), "2");
    assertThat(people.delete("ann")).isTrue();
    assertThat(people.put("ann", 0, person("a", 1), "3")).isGreaterThan(second);
  }

  @Test
  void letsOneOfManyWritersWithTheSameVersionThrough() throws Exception {
    RecordCollection people = opened();
    long first = people.put("ann", 0, person("a", 0), "");
    List<Long> versions = together(8, writer -> people.put("ann", first, person("a", writer), ""));
    assertThat(versions.stream().filter(version -> version != CONFLICT)).hasSize(1);
  }

  @Test
  void letsOneOfManyMakersOfTheSameKeyThrough() throws Exception {
    RecordCollection people = opened();
    List<Long> versions = together(8, writer -> people.put("ann", 0, person("a", writer), ""));
    assertThat(versions.stream().filter(version -> version != CONFLICT)).hasSize(1);
  }

  @Test
  void losesNoUpdateOfThoseWhoTryAgainAfterAConflict() throws Exception {
    RecordCollection people = opened();
    people.put("ann", 0, person("a", 0), "");
    together(
        4,
        writer -> {
          for (int done = 0; done < 10; ) {
            StoredRecord ann = people.get("ann").orElseThrow();
            long age = ann.number("age") + 1;
            done += people.put("ann", ann.version(), person("a", age), "") == CONFLICT ? 0 : 1;
          }
          return 0L;
        });
    assertThat(people.get("ann").orElseThrow().number("age")).isEqualTo(40);
  }

  @Test
  void findsByEveryComparison() {
    RecordCollection people = opened();
    people.put("ann", 0, person("red", 20), "");
    people.put("bob", 0, person("red", 30), "");
    people.put("cid", 0, person("Reddish", 40), "");
    people.put("dan", 0, person("100%_\\", 50), "");
    RecordQuery all = RecordQuery.all();
    assertThat(keys(people.find(all))).containsExactly("ann", "bob", "cid", "dan");
    assertThat(keys(people.find(all.equal("team", "red")))).containsExactly("ann", "bob");
    assertThat(keys(people.find(all.equal("age", 30L)))).containsExactly("bob");
    assertThat(keys(people.find(all.where("age", Comparison.AT_LEAST, 30))))
        .containsExactly("bob", "cid", "dan");
    assertThat(keys(people.find(all.where("age", Comparison.LESS, 30L)))).containsExactly("ann");
    assertThat(keys(people.find(all.where("team", Comparison.STARTS_WITH, "red"))))
        .containsExactly("ann", "bob");
    assertThat(keys(people.find(all.where("team", Comparison.CONTAINS, "eD"))))
        .containsExactly("ann", "bob", "cid");
    assertThat(keys(people.find(all.where("team", Comparison.CONTAINS, "%_\\"))))
        .containsExactly("dan");
    assertThat(keys(people.find(all.where("age", Comparison.ONE_OF, List.of(20L, 50L)))))
        .containsExactly("ann", "dan");
    assertThat(people.find(all.where("team", Comparison.ONE_OF, List.of()))).isEmpty();
    assertThat(keys(people.find(all.where(RecordQuery.KEY, Comparison.AT_LEAST, "c"))))
        .containsExactly("cid", "dan");
    assertThat(keys(people.find(all.equal("team", "red").where("age", Comparison.LESS, 25L))))
        .containsExactly("ann");
  }

  @Test
  void countsWhatItFinds() {
    RecordCollection people = opened();
    people.put("ann", 0, person("red", 20), "");
    people.put("bob", 0, person("red", 30), "");
    people.put("cid", 0, person("blue", 30), "");
    assertThat(people.count(RecordQuery.all())).isEqualTo(3);
    assertThat(people.count(RecordQuery.all().equal("team", "red").first(1))).isEqualTo(2);
  }

  @Test
  void ordersTextsByTheirBytes() {
    RecordCollection people = opened();
    List<String> ordered = List.of("", "A", "Z", "a", "aa", "z", "ä", "\uffee", "𝄞");
    for (String team : ordered.reversed()) {
      people.put("k" + ordered.indexOf(team), 0, person(team, 1), "");
    }
    List<StoredRecord> rising = people.find(RecordQuery.all().ascending("team"));
    assertThat(rising.stream().map(record -> record.text("team").orElse("")).toList())
        .isEqualTo(ordered);
    List<StoredRecord> falling = people.find(RecordQuery.all().descending("team"));
    assertThat(falling).extracting(StoredRecord::key).isEqualTo(keys(rising).reversed());
  }

  @Test
  void pagesByOffset() {
    RecordCollection people = opened();
    for (int i = 0; i < 10; i++) {
      people.put("k" + i, 0, person("a", 9 - i), "");
    }
    RecordQuery byAge = RecordQuery.all().ascending("age");
    assertThat(keys(people.find(byAge.page(0, 3)))).containsExactly("k9", "k8", "k7");
    assertThat(keys(people.find(byAge.page(8, 3)))).containsExactly("k1", "k0");
    assertThat(people.find(byAge.page(20, 3))).isEmpty();
  }

  @Test
  void continuesAfterARecordInBothOrdersWithoutMissingEquals() {
    RecordCollection people = opened();
    for (int i = 0; i < 23; i++) {
      people.put("k%02d".formatted(i), 0, person(i % 2 == 0 ? "x" : "y", i % 5), "");
    }
    for (RecordQuery query :
        List.of(
            RecordQuery.all(),
            RecordQuery.all().descending(RecordQuery.KEY),
            RecordQuery.all().ascending("age"),
            RecordQuery.all().descending("age"),
            RecordQuery.all().equal("team", "x").descending("age"))) {
      List<String> all = keys(people.find(query));
      List<String> paged = new ArrayList<>();
      List<StoredRecord> page = people.find(query.first(4));
      while (!page.isEmpty()) {
        paged.addAll(keys(page));
        page = people.find(query.first(4).after(page.getLast()));
      }
      assertThat(paged).isEqualTo(all);
    }
  }

  @Test
  void leavesDocumentsOutWhenNotWanted() {
    RecordCollection people = opened();
    people.put("ann", 0, person("a", 5), "{\"large\":true}");
    StoredRecord found = people.find(RecordQuery.all().withoutDocuments()).getFirst();
    assertThat(found.document()).isEmpty();
    assertThat(found.number("age")).isEqualTo(5);
  }

  @Test
  void deletesWhatAQueryFindsInPieces() {
    RecordCollection people = opened();
    for (int i = 0; i < 10; i++) {
      people.put("k" + i, 0, person("a", i), "");
    }
    RecordQuery old = RecordQuery.all().where("age", Comparison.LESS, 7L).first(5);
    assertThat(people.deleteAll(old)).isEqualTo(5);
    assertThat(people.deleteAll(old)).isEqualTo(2);
    assertThat(people.deleteAll(old)).isZero();
    assertThat(keys(people.find(RecordQuery.all()))).containsExactly("k7", "k8", "k9");
  }

  @Test
  void appendsEachKeyOnceAndSaysWhichWereNew() {
    RecordCollection people = opened();
    NewRecord ann = new NewRecord("ann", person("a", 1), "first");
    NewRecord bob = new NewRecord("bob", person("b", 2), "second");
    assertThat(people.append(List.of(ann))).containsExactly("ann");
    assertThat(people.append(List.of(bob, new NewRecord("ann", person("z", 9), "again"), bob)))
        .containsExactly("bob");
    assertThat(people.get("ann").orElseThrow().document()).isEqualTo("first");
    assertThat(people.append(List.of())).isEmpty();
    assertThat(people.append(List.of(ann, bob))).isEmpty();
  }

  @Test
  void appendsThousandsAtOnce() {
    RecordCollection people = opened();
    List<NewRecord> many = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      many.add(new NewRecord("k" + i, person("t" + i % 7, i), "{}"));
    }
    assertThat(people.append(many)).hasSize(5_000);
    assertThat(people.append(many)).isEmpty();
    assertThat(people.count(RecordQuery.all())).isEqualTo(5_000);
  }

  @Test
  void addsToSumsAndMakesRecords() {
    RecordCollection people = opened();
    people.add(
        List.of(
            new Addition("bob", Map.of("team", "blue"), Map.of("spend", 5L)),
            new Addition("ann", Map.of("team", "red"), Map.of("spend", 7L)),
            new Addition("bob", Map.of("team", "green"), Map.of("spend", -2L))));
    StoredRecord bob = people.get("bob").orElseThrow();
    assertThat(bob.number("spend")).isEqualTo(3);
    assertThat(bob.text("team")).contains("blue");
    assertThat(bob.version()).isPositive();
    assertThat(people.get("ann").orElseThrow().number("spend")).isEqualTo(7);
    assertThat(keys(people.find(RecordQuery.all().descending("spend"))))
        .containsExactly("ann", "bob");
  }

  @Test
  void leavesSumsAloneWhenARecordIsWrittenAndVersionsWhenASumGrows() {
    RecordCollection people = opened();
    long first = people.put("ann", 0, Map.of("spend", 100L), "1");
    people.add(List.of(new Addition("ann", Map.of(), Map.of("spend", 11L))));
    assertThat(people.put("ann", first, Map.of("spend", 1L, "age", 3L), "2")).isPositive();
    StoredRecord ann = people.get("ann").orElseThrow();
    assertThat(ann.number("spend")).isEqualTo(111);
    assertThat(ann.number("age")).isEqualTo(3);
  }

  @Test
  void losesNoAdditionOfManyAtOnce() throws Exception {
    RecordCollection people = opened();
    together(
        8,
        writer -> {
          for (int i = 0; i < 20; i++) {
            people.add(
                List.of(
                    new Addition("k" + (i + writer) % 3, Map.of(), Map.of("spend", 1L)),
                    new Addition("k" + writer % 3, Map.of(), Map.of("spend", 1L))));
          }
          return 0L;
        });
    RecordSums all = people.sums(RecordQuery.all(), List.of(), List.of("spend")).getFirst();
    assertThat(all.sum("spend")).isEqualTo(320);
    assertThat(all.count()).isEqualTo(3);
  }

  @Test
  void countsEachAppendedRecordOnceInASumHoweverOftenItIsBroughtByHowMany() throws Exception {
    RecordCollection log = opened();
    RecordCollection totals = opened();
    together(
        4,
        writer -> {
          for (int batch = 0; batch < 5; batch++) {
            List<NewRecord> records = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
              records.add(new NewRecord("call-" + (batch * 20 + i), Map.of("age", 3), ""));
            }
            store()
                .batch(step -> {
                  Set<String> fresh = step.in(log).append(records);
                  Map<String, Long> amount = Map.of("spend", 3L * fresh.size());
                  step.in(totals).add(List.of(new Addition("all", Map.of(), amount)));
                  return fresh.size();
                });
          }
          return 0L;
        });
    assertThat(log.count(RecordQuery.all())).isEqualTo(100);
    assertThat(totals.get("all").orElseThrow().number("spend")).isEqualTo(300);
  }

  @Test
  void addsUpByGroups() {
    RecordCollection people = opened();
    people.put("ann", 0, Map.of("team", "red", "age", 1L, "spend", 10L), "");
    people.put("bob", 0, Map.of("team", "red", "age", 2L, "spend", 20L), "");
    people.put("cid", 0, Map.of("team", "blue", "age", 4L, "spend", 40L), "");
    List<RecordSums> teams =
        people.sums(RecordQuery.all(), List.of("team"), List.of("spend", "age"));
    assertThat(teams).extracting(sums -> sums.text("team")).containsExactly("blue", "red");
    assertThat(teams.get(1).sum("spend")).isEqualTo(30);
    assertThat(teams.get(1).sum("age")).isEqualTo(3);
    assertThat(teams.get(1).count()).isEqualTo(2);
    RecordQuery some = RecordQuery.all().where("age", Comparison.AT_LEAST, 2L);
    assertThat(people.sums(some, List.of(), List.of("spend")).getFirst().sum("spend"))
        .isEqualTo(60);
    RecordQuery none = RecordQuery.all().equal("team", "none");
    assertThat(people.sums(none, List.of(), List.of("spend")).getFirst().sum("spend")).isZero();
    assertThat(people.sums(none, List.of("team"), List.of("spend"))).isEmpty();
  }

  @Test
  void doesAllOfATransactionOrNothing() {
    RecordCollection people = opened();
    RecordCollection others = opened();
    long both =
        store()
            .transact(step -> {
              step.in(people).put("ann", 0, person("a", 1), "");
              return step.in(others).put("bob", 0, person("b", 1), "");
            });
    assertThat(both).isPositive();
    assertThat(people.get("ann")).isPresent();
    assertThat(others.get("bob")).isPresent();
    assertThatThrownBy(() ->
            store()
                .transact(step -> {
                  step.in(people).delete("ann");
                  step.in(people).put("cid", 0, person("c", 1), "");
                  step.in(others).add(List.of(new Addition("bob", Map.of(), Map.of("spend", 9L))));
                  throw new IllegalStateException("changed my mind");
                }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("changed my mind");
    assertThat(people.get("ann")).isPresent();
    assertThat(people.get("cid")).isEmpty();
    assertThat(others.get("bob").orElseThrow().number("spend")).isZero();
  }

  @Test
  void seesItsOwnWritesInsideATransaction() {
    RecordCollection people = opened();
    int found =
        store()
            .transact(step -> {
              RecordCollection inside = step.in(people);
              long version = inside.put("ann", 0, person("a", 1), "");
              inside.put("ann", version, person("b", 1), "");
              return inside.find(RecordQuery.all().equal("team", "b")).size();
            });
    assertThat(found).isEqualTo(1);
  }

  @Test
  void runsTransactionsAsIfOneAfterTheOther() throws Exception {
    RecordCollection people = opened();
    // Each makes a record if there are fewer than three: read and write touch different records.
    together(
        6,
        writer ->
            store()
                .transact(step -> {
                  RecordCollection inside = step.in(people);
                  return inside.count(RecordQuery.all().equal("team", "full")) < 3
                      ? inside.put("k" + writer, 0, person("full", writer), "")
                      : CONFLICT;
                }));
    assertThat(people.count(RecordQuery.all())).isEqualTo(3);
  }

  @Test
  void extendsACollectionThatGotMoreColumns() {
    CollectionSchema first = people();
    store().open(first).put("ann", 0, person("a", 1), "1");
    RecordCollection wider =
        store()
            .open(
                first
                    .indexed("city", CollectionSchema.Type.TEXT)
                    .column("weight", CollectionSchema.Type.NUMBER));
    assertThat(wider.get("ann").orElseThrow().text("city")).isEmpty();
    assertThat(wider.get("ann").orElseThrow().number("weight")).isZero();
    assertThat(wider.get("ann").orElseThrow().document()).isEqualTo("1");
    wider.put("bob", 0, Map.of("city", "Ulm", "weight", 80L), "2");
    assertThat(keys(wider.find(RecordQuery.all().equal("city", "Ulm")))).containsExactly("bob");
    // An instance that is still of the older version goes on beside it.
    assertThat(store().open(first).get("bob")).isPresent();
  }

  @Test
  void refusesWhatDoesNotFitTheSchema() {
    RecordCollection people = opened();
    RecordQuery all = RecordQuery.all();
    List<Callable<Object>> wrong =
        List.of(
            () -> people.put("ann", 0, Map.of("height", 1L), ""),
            () -> people.put("ann", 0, Map.of("team", 1L), ""),
            () -> people.put("ann", 0, Map.of("age", "old"), ""),
            () -> people.put("", 0, Map.of(), ""),
            () -> people.put("ann", 0, Map.of("team", "a\0b"), ""),
            () -> people.find(all.equal("note", "x")),
            () -> people.find(all.ascending("note")),
            () -> people.find(all.equal("height", 1L)),
            () -> {
              people.add(List.of(new Addition("ann", Map.of(), Map.of("age", 1L))));
              return "added";
            });
    for (Callable<Object> call : wrong) {
      assertThatThrownBy(call::call).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(people.count(all)).isZero();
  }

  /** One of several that work at the same time. */
  private interface Worker {
    long work(int number);
  }

  private static List<Long> together(int workers, Worker worker) throws Exception {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        int number = i;
        running.add(executor.submit(() -> worker.work(number)));
      }
      List<Long> results = new ArrayList<>();
      for (Future<Long> one : running) {
        results.add(one.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a worker failed", e.getCause());
    }
  }
}
