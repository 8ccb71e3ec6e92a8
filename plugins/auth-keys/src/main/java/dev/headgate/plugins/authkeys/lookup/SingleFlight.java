package dev.headgate.plugins.authkeys.lookup;

import dev.headgate.spi.state.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Does the same work once for all who want it at the same time, and lets none of them wait longer
 * than the deadline.
 *
 * @param <K> names the work
 * @param <V> its result
 */
public final class SingleFlight<K, V> {
  private final ConcurrentHashMap<K, CompletableFuture<V>> running = new ConcurrentHashMap<>();
  private final Executor executor;
  private final Duration deadline;
  private final int most;

  /**
   * @param executor does the work
   * @param deadline how long to wait for it
   * @param most how many works may go on at once
   */
  public SingleFlight(Executor executor, Duration deadline, int most) {
    this.executor = executor;
    this.deadline = deadline;
    this.most = most;
  }

  /**
   * The result of a work that somebody else may have begun.
   *
   * @throws StoreException if it failed, takes too long, or too many others go on
   */
  public V get(K key, Supplier<V> work) {
    CompletableFuture<V> mine = new CompletableFuture<>();
    CompletableFuture<V> first = running.putIfAbsent(key, mine);
    if (first != null) {
      return await(first);
    }
    if (running.size() > most) {
      running.remove(key, mine);
      StoreException full = new StoreException("too many records are being looked up at once");
      mine.completeExceptionally(full);
      throw full;
    }
    executor.execute(() -> run(key, mine, work));
    return await(mine);
  }

  private void run(K key, CompletableFuture<V> mine, Supplier<V> work) {
    try {
      mine.complete(work.get());
    } catch (RuntimeException e) {
      mine.completeExceptionally(e);
    } finally {
      running.remove(key, mine);
    }
  }

  private V await(CompletableFuture<V> result) {
    try {
      return result.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new StoreException("the store did not answer within " + deadline.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new StoreException("a record cannot be read: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for the store", e);
    }
  }
}
