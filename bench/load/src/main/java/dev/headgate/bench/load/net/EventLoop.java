package dev.headgate.bench.load.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * One thread, one selector, and timers that fire within about a tenth of a millisecond. Everything
 * that is registered or scheduled runs on the loop's thread, so nothing of it needs a lock.
 *
 * <p>A selector waits in whole milliseconds. What remains below that is waited for by an {@link
 * Alarm} on a thread of its own, which wakes the selector.
 */
public final class EventLoop implements AutoCloseable {

  /** What a channel tells. */
  @FunctionalInterface
  public interface Handler {
    void ready(SelectionKey key);
  }

  private record Timer(long atNanos, long order, Runnable action) {}

  private static final long COARSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
  private static final long SLACK_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

  private static final long LOOK_MILLIS = 200;

  private final Selector selector;
  private final Alarm alarm;
  private final Thread thread;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>((a, b) -> {
        int byTime = Long.signum(a.atNanos - b.atNanos);
        return byTime != 0 ? byTime : Long.signum(a.order - b.order);
      });
  private final CompletableFuture<Throwable> failed = new CompletableFuture<>();
  private long scheduled;
  private volatile boolean closed;

  private EventLoop(String name) throws IOException {
    selector = Selector.open();
    alarm = new Alarm(name + "-alarm", selector::wakeup);
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  /** Starts a loop on a daemon thread of that name. */
  public static EventLoop start(String name) {
    try {
      EventLoop loop = new EventLoop(name);
      loop.alarm.start();
      loop.thread.start();
      return loop;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run() {
    try {
      while (!closed) {
        runTasks();
        fireTimers();
        select();
      }
    } catch (IOException | RuntimeException | AssertionError e) {
      failed.complete(e);
    } finally {
      closed = true;
      closeChannels();
    }
  }

  private void runTasks() {
    Optional<Runnable> task = Optional.ofNullable(tasks.poll());
    while (task.isPresent()) {
      task.get().run();
      task = Optional.ofNullable(tasks.poll());
    }
  }

  private void fireTimers() {
    if (timers.isEmpty()) {
      return;
    }
    long due = System.nanoTime() + SLACK_NANOS;
    Timer next = timers.peek();
    while (next != null && next.atNanos - due <= 0) {
      timers.poll();
      next.action.run();
      next = timers.peek();
    }
  }

  private void select() throws IOException {
    if (!tasks.isEmpty()) {
      selector.selectNow(EventLoop::dispatch);
      return;
    }
    Timer next = timers.peek();
    if (next == null) {
      selector.select(EventLoop::dispatch);
      return;
    }
    long wait = next.atNanos - System.nanoTime();
    if (wait <= SLACK_NANOS) {
      selector.selectNow(EventLoop::dispatch);
    } else if (wait >= COARSE_NANOS) {
      selector.select(EventLoop::dispatch, TimeUnit.NANOSECONDS.toMillis(wait) - 1);
    } else {
      alarm.wakeAt(next.atNanos);
      selector.select(EventLoop::dispatch);
    }
  }

  private static void dispatch(SelectionKey key) {
    ((Handler) key.attachment()).ready(key);
  }

  private void closeChannels() {
    for (SelectionKey key : selector.keys()) {
      Channels.close(key.channel());
    }
    try {
      selector.close();
    } catch (IOException e) {
      failed.complete(e);
    }
  }

  /** Registers a channel; only on the loop's thread. */
  public SelectionKey register(SelectableChannel channel, int operations, Handler handler)
      throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, operations, handler);
  }

  /** Runs the action at a time of {@link System#nanoTime}; only on the loop's thread. */
  public void at(long nanos, Runnable action) {
    timers.add(new Timer(nanos, scheduled++, action));
  }

  /** Runs the task soon, on the loop's thread; from any thread. */
  public void execute(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /** Runs the task on the loop's thread and waits for what it gives. */
  public <T> T call(Supplier<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    execute(() -> {
      try {
        result.complete(task.get());
      } catch (RuntimeException | AssertionError e) {
        result.completeExceptionally(e);
      }
    });
    return await(result);
  }

  /** Waits for a result that the loop's thread will give; fails when the loop has failed. */
  public <T> T await(CompletableFuture<T> result) {
    try {
      while (true) {
        try {
          return result.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException notYet) {
          if (failed.isDone()) {
            throw new IllegalStateException("the event loop has failed", failed.get());
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a task of the event loop has failed", e.getCause());
    }
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    alarm.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
