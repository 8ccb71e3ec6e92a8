package dev.headgate.testkit.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.state.ChangeFeed;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordChange;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.spi.state.StoreException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {
  private static final MemoryStore STORE = new MemoryStore();

  @AfterAll
  static void close() {
    STORE.close();
  }

  @Nested
  class AsStore extends RecordStoreContract {
    @Override
    protected RecordStore store() {
      return STORE;
    }
  }

  @Nested
  class AsFeed extends ChangesContract {
    @Override
    protected RecordStore here() {
      return STORE;
    }

    @Override
    protected RecordStore there() {
      return STORE;
    }

    @Override
    protected ChangeFeed feedHere() {
      return STORE;
    }

    @Override
    protected ChangeFeed feedThere() {
      return STORE;
    }
  }

  @Test
  void countsCallsAndFailsWhileItIsLost() {
    try (MemoryStore store = new MemoryStore()) {
      RecordCollection things = store.open(CollectionSchema.named("things"));
      things.put("a", 0, Map.of(), "");
      assertThat(store.calls()).isEqualTo(1);
      store.lose();
      assertThatThrownBy(() -> things.get("a")).isInstanceOf(StoreException.class);
      store.silence();
      assertThatThrownBy(() -> things.within(Duration.ofMillis(20)).get("a"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("did not answer");
      store.restore();
      assertThat(things.get("a")).isPresent();
      assertThat(store.calls()).isEqualTo(4);
    }
  }

  @Test
  void tellsOfAGapWhenTheTestWantsOne() throws Exception {
    try (MemoryStore store = new MemoryStore()) {
      BlockingQueue<RecordChange> changes = new LinkedBlockingQueue<>();
      store.watch(store.open(CollectionSchema.named("things").announced()), changes::add);
      store.tellOfAGap();
      assertThat(changes.poll(5, TimeUnit.SECONDS)).isEqualTo(RecordChange.LOST);
    }
  }
}
