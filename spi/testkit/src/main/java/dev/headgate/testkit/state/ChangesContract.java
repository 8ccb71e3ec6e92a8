package dev.headgate.testkit.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.state.ChangeFeed;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordChange;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordCollection.Addition;
import dev.headgate.spi.state.RecordCollection.NewRecord;
import dev.headgate.spi.state.RecordStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What every {@link ChangeFeed}, and every {@link RecordStore} with its announced collections,
 * keeps between two instances. A test extends this and gives two of each over the same store.
 */
public abstract class ChangesContract {
  private static final Duration SOON = Duration.ofSeconds(1);

  /** For subclasses. */
  protected ChangesContract() {}

  /** The store of the instance that writes. */
  protected abstract RecordStore here();

  /** The store of the instance that watches; may be the same. */
  protected abstract RecordStore there();

  /** The feed of the instance that writes. */
  protected abstract ChangeFeed feedHere();

  /** The feed of the instance that watches; may be the same. */
  protected abstract ChangeFeed feedThere();

  private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T next = queue.poll(SOON.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(next).as("what is told within %s", SOON).isNotNull();
    return next;
  }

  @Test
  void tellsOfEveryWriteOfAnAnnouncedCollectionWithinASecond() throws Exception {
    CollectionSchema schema = RecordStoreContract.people();
    RecordCollection people = here().open(schema);
    BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
    try (AutoCloseable watch = there().watch(there().open(schema), changes::add)) {
      long first = people.put("ann", 0, Map.of(), "1");
      assertThat(next(changes)).isEqualTo(new RecordChange("ann", first));
      long second = people.put("ann", first, Map.of(), "2");
      assertThat(next(changes)).isEqualTo(new RecordChange("ann", second));
      assertThat(people.put("ann", first, Map.of(), "3")).isEqualTo(RecordCollection.CONFLICT);
      people.add(List.of(new Addition("ann", Map.of(), Map.of("spend", 1L))));
      people.delete("ann");
      assertThat(next(changes)).isEqualTo(new RecordChange("ann", -second));
      people.append(List.of(new NewRecord("bob", Map.of(), "")));
      assertThat(next(changes).key()).isEqualTo("bob");
    }
  }

  @Test
  void tellsOfATransactionThatCommitsAndOfNoOther() throws Exception {
    CollectionSchema schema = RecordStoreContract.people();
    RecordCollection people = here().open(schema);
    BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
    try (AutoCloseable watch = there().watch(there().open(schema), changes::add)) {
      assertThatThrownBy(() ->
              here()
                  .transact(step -> {
                    step.in(people).put("undone", 0, Map.of(), "");
                    throw new IllegalStateException("changed my mind");
                  }))
          .hasMessage("changed my mind");
      here()
          .transact(step -> {
            step.in(people).put("ann", 0, Map.of(), "");
            return step.in(people).put("bob", 0, Map.of(), "");
          });
      assertThat(List.of(next(changes).key(), next(changes).key())).containsExactly("ann", "bob");
    }
  }

  @Test
  void tellsChangesOfOneRecordInTheirOrder() throws Exception {
    CollectionSchema schema = RecordStoreContract.people();
    RecordCollection people = here().open(schema);
    BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
    try (AutoCloseable watch = there().watch(there().open(schema), changes::add)) {
      long version = 0;
      List<Long> written = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        version = people.put("ann", version, Map.of(), "" + i);
        written.add(version);
      }
      List<Long> told = new ArrayList<>();
      while (told.size() < written.size()) {
        told.add(next(changes).version());
      }
      assertThat(told).isEqualTo(written);
    }
  }

  @Test
  void keepsCollectionsApart() throws Exception {
    CollectionSchema schema = RecordStoreContract.people();
    CollectionSchema otherSchema = RecordStoreContract.people();
    RecordCollection people = here().open(schema);
    RecordCollection others = here().open(otherSchema);
    BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
    try (AutoCloseable watch = there().watch(there().open(schema), changes::add)) {
      others.put("other", 0, Map.of(), "");
      people.put("ann", 0, Map.of(), "");
      assertThat(next(changes).key()).isEqualTo("ann");
    }
  }

  @Test
  void watchesAnnouncedCollectionsAlone() {
    RecordCollection quiet =
        here().open(CollectionSchema.named(RecordStoreContract.people().name()));
    assertThatThrownBy(() -> here().watch(quiet, change -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void goesOnAfterAListenerThatThrows() throws Exception {
    CollectionSchema schema = RecordStoreContract.people();
    RecordCollection people = here().open(schema);
    BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
    try (AutoCloseable thrower =
            there()
                .watch(
                    there().open(schema),
                    change -> {
                      throw new IllegalStateException("a listener of the test throws");
                    });
        AutoCloseable watch = there().watch(there().open(schema), changes::add)) {
      people.put("ann", 0, Map.of(), "");
      assertThat(next(changes).key()).isEqualTo("ann");
      people.put("bob", 0, Map.of(), "");
      assertThat(next(changes).key()).isEqualTo("bob");
    }
  }

  @Test
  void carriesMessagesOfATopicInTheirOrder() throws Exception {
    BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    try (AutoCloseable subscription = feedThere().subscribe("weather", messages::add)) {
      feedHere().publish("sports", "3:2");
      feedHere().publish("weather", "sun");
      feedHere().publish("weather", "räin 𝄞");
      assertThat(next(messages)).isEqualTo("sun");
      assertThat(next(messages)).isEqualTo("räin 𝄞");
    }
  }

  @Test
  void tellsNothingToThoseWhoHaveLeft() throws Exception {
    BlockingQueue<String> gone = new LinkedBlockingQueue<>();
    BlockingQueue<String> stayed = new LinkedBlockingQueue<>();
    feedThere().subscribe("weather", gone::add).close();
    try (AutoCloseable subscription = feedThere().subscribe("weather", stayed::add)) {
      feedHere().publish("weather", "snow");
      assertThat(next(stayed)).isEqualTo("snow");
      assertThat(gone).isEmpty();
    }
  }
}
