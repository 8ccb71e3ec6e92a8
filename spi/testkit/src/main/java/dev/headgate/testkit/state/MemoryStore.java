package dev.headgate.testkit.state;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.state.ChangeFeed;
import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordChange;
import dev.headgate.spi.state.RecordCollection;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.spi.state.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store and a feed of changes in memory, for tests of plugins that ask for them. It keeps the
 * contract that real stores keep, counts its calls, and can be lost and found again. Two gateways
 * of one test that are given the same store see each other's changes.
 *
 * <pre>{@code
 * MemoryStore store = new MemoryStore();
 * try (TestGateway gateway = TestGateway.around(KeysPlugin.class, KeysPlugin::new)
 *     .store(store)
 *     .start()) {
 *   long before = store.calls();
 *   gateway.chat("hello");
 *   assertThat(store.calls()).isEqualTo(before);
 * }
 * }</pre>
 */
public final class MemoryStore implements RecordStore, ChangeFeed, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.headgate.testkit");

  private enum State {
    WELL,
    LOST,
    SILENT
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, MemoryCollection> collections = new HashMap<>();
  private final Map<String, List<Consumer<RecordChange>>> watchers = new HashMap<>();
  private final Map<String, List<Consumer<String>>> listeners = new HashMap<>();
  private final ExecutorService teller =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("memory-store").factory());

  private State state = State.WELL;
  private long calls;
  private long version;
  private @Nullable List<Runnable> undo;
  private final List<Runnable> announcements = new ArrayList<>();

  /** An empty store. */
  public MemoryStore() {}

  /** A plugin that offers this store to the others. */
  public Plugin asPlugin() {
    return new Plugin() {
      @Override
      public List<Extension> start(PluginContext context) {
        return List.of(MemoryStore.this);
      }
    };
  }

  /** How many calls there were so far, those inside transactions included. */
  public long calls() {
    return locked(() -> calls);
  }

  /** From now on every call fails at once, as if the store were known to be gone. */
  public void lose() {
    enter(State.LOST);
  }

  /** From now on every call fails when its deadline is over, as if the store did not answer. */
  public void silence() {
    enter(State.SILENT);
  }

  /** From now on calls work again. */
  public void restore() {
    enter(State.WELL);
  }

  /** Tells everybody who watches or listens that something was lost. */
  public void tellOfAGap() {
    locked(() -> {
      watchers.forEach(
          (name, all) -> all.forEach(one -> tell(() -> one.accept(RecordChange.LOST))));
      listeners.forEach((topic, all) -> all.forEach(one -> tell(() -> one.accept(GAP))));
      return true;
    });
  }

  private void enter(State next) {
    locked(() -> {
      state = next;
      changed.signalAll();
      return true;
    });
  }

  @Override
  public RecordCollection open(CollectionSchema schema) {
    return locked(() ->
        collections.merge(
            schema.name(),
            new MemoryCollection(this, schema),
            (old, fresh) -> old.extended(schema)));
  }

  @Override
  public <R> R transact(Function<Transaction, R> work) {
    return call(Duration.ofSeconds(5), () -> work.apply(collection -> collection));
  }

  @Override
  public <R> R batch(Function<Transaction, R> work) {
    return transact(work);
  }

  @Override
  public AutoCloseable watch(RecordCollection collection, Consumer<RecordChange> listener) {
    CollectionSchema schema = collection.schema();
    if (!schema.isAnnounced()) {
      throw new IllegalArgumentException("the collection " + schema.name() + " is not announced");
    }
    return locked(() -> register(watchers, schema.name(), listener));
  }

  @Override
  public void publish(String topic, String message) {
    call(
        Duration.ofSeconds(5),
        () -> {
          announcements.add(() ->
              listeners
                  .getOrDefault(topic, List.of())
                  .forEach(listener -> tell(() -> listener.accept(message))));
          return true;
        });
  }

  @Override
  public AutoCloseable subscribe(String topic, Consumer<String> listener) {
    return locked(() -> register(listeners, topic, listener));
  }

  private static <T> AutoCloseable register(
      Map<String, List<Consumer<T>>> all, String name, Consumer<T> listener) {
    List<Consumer<T>> here = all.computeIfAbsent(name, any -> new CopyOnWriteArrayList<>());
    here.add(listener);
    return () -> here.remove(listener);
  }

  /** Ends the thread that tells of changes. */
  @Override
  public void close() {
    teller.shutdownNow();
  }

  long nextVersion() {
    return ++version;
  }

  void onUndo(Runnable step) {
    if (undo != null) {
      undo.add(step);
    }
  }

  void announce(String collection, RecordChange change) {
    announcements.add(() ->
        watchers
            .getOrDefault(collection, List.of())
            .forEach(watcher -> tell(() -> watcher.accept(change))));
  }

  private void tell(Runnable delivery) {
    if (!teller.isShutdown()) {
      teller.execute(() -> {
        try {
          delivery.run();
        } catch (RuntimeException e) {
          LOG.log(System.Logger.Level.WARNING, "a listener failed", e);
        }
      });
    }
  }

  /** Runs one call, or a whole transaction with the calls inside it, as one step. */
  <R> R call(Duration deadline, Supplier<R> work) {
    lock.lock();
    try {
      calls++;
      requireWell(deadline);
      if (undo != null) {
        return work.get();
      }
      return step(work);
    } finally {
      lock.unlock();
    }
  }

  private <R> R step(Supplier<R> work) {
    List<Runnable> steps = new ArrayList<>();
    undo = steps;
    boolean done = false;
    try {
      R result = work.get();
      done = true;
      announcements.forEach(Runnable::run);
      return result;
    } finally {
      if (!done) {
        steps.reversed().forEach(Runnable::run);
      }
      announcements.clear();
      undo = null;
    }
  }

  private void requireWell(Duration deadline) {
    if (state == State.LOST) {
      throw new StoreException("the store in memory was lost by the test");
    }
    long left = deadline.toNanos();
    while (state == State.SILENT) {
      if (left <= 0) {
        throw new StoreException("the store in memory did not answer within " + deadline);
      }
      try {
        left = changed.awaitNanos(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoreException("interrupted while waiting for the store", e);
      }
    }
  }

  private <R> R locked(Supplier<R> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
