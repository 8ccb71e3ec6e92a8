package dev.headgate.kernel.plugin;

import dev.headgate.kernel.metrics.HookMeter;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The background work of one plugin, a virtual thread for each task. What a task throws is counted
 * and logged, since nobody else would learn of it.
 */
final class PluginTasks implements Executor {
  private final String plugin;
  private final ClassLoader loader;
  private final HookMeter once;
  private final HookMeter repeated;
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();
  private final AtomicLong numbers = new AtomicLong();
  private volatile boolean closed;

  PluginTasks(String plugin, ClassLoader loader, HookMeter once, HookMeter repeated) {
    this.plugin = plugin;
    this.loader = loader;
    this.once = once;
    this.repeated = repeated;
  }

  @Override
  public void execute(Runnable task) {
    start(() -> run(task, once));
  }

  AutoCloseable every(Duration pause, Runnable task) {
    if (pause.isNegative()) {
      throw new IllegalArgumentException("the pause is not negative, but it is " + pause);
    }
    AtomicBoolean ended = new AtomicBoolean();
    start(() -> {
      do {
        run(task, repeated);
      } while (pause(pause) && !ended.get() && !closed);
    });
    return () -> ended.set(true);
  }

  /** Interrupts what still runs, and takes nothing more. */
  void close() {
    closed = true;
    running.forEach(Thread::interrupt);
  }

  private void start(Runnable work) {
    if (closed) {
      throw new RejectedExecutionException(
          "plugin " + plugin + " is closed and runs no more tasks");
    }
    Thread thread =
        Thread.ofVirtual()
            .name("plugin-" + plugin + "-" + numbers.incrementAndGet())
            .unstarted(() -> runTracked(work));
    thread.setContextClassLoader(loader);
    thread.start();
  }

  private void runTracked(Runnable work) {
    Thread self = Thread.currentThread();
    running.add(self);
    try {
      if (closed) {
        self.interrupt();
      }
      work.run();
    } finally {
      running.remove(self);
    }
  }

  private void run(Runnable task, HookMeter meter) {
    long started = meter.start();
    try {
      task.run();
      meter.ok(started);
    } catch (RuntimeException | LinkageError e) {
      meter.failed(started, e);
    }
  }

  /** Whether to go on afterwards: only closing ends it, any other interruption shortens it. */
  private boolean pause(Duration length) {
    try {
      Thread.sleep(length);
      return true;
    } catch (InterruptedException e) {
      return !closed;
    }
  }
}
