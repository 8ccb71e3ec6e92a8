package dev.headgate.plugins.storesql.changes;

import dev.headgate.spi.state.ChangeFeed;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Who listens to what. */
final class Subscriptions {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.storesql");

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final AtomicLong logged = new AtomicLong(System.nanoTime() - 2 * MINUTE_NANOS);
  private final Map<String, List<Consumer<String>>> listeners = new ConcurrentHashMap<>();

  AutoCloseable add(String topic, Consumer<String> listener) {
    List<Consumer<String>> here =
        listeners.computeIfAbsent(topic, any -> new CopyOnWriteArrayList<>());
    here.add(listener);
    return () -> here.remove(listener);
  }

  void tell(Change change) {
    listeners
        .getOrDefault(change.topic(), List.of())
        .forEach(listener -> tell(change.topic(), listener, change.message()));
  }

  void tellAllOfAGap() {
    listeners.forEach(
        (topic, here) -> here.forEach(listener -> tell(topic, listener, ChangeFeed.GAP)));
  }

  private void tell(String topic, Consumer<String> listener, String message) {
    try {
      listener.accept(message);
    } catch (RuntimeException e) {
      long now = System.nanoTime();
      long before = logged.get();
      if (now - before > MINUTE_NANOS && logged.compareAndSet(before, now)) {
        LOG.log(System.Logger.Level.WARNING, "a listener to changes of " + topic + " failed", e);
      }
    }
  }
}
