package dev.headgate.plugins.storesql.db;

import dev.headgate.plugins.storesql.db.Database.Step;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that steps run on. */
final class StepThreads implements AutoCloseable {
  private final ExecutorService readers;
  private final ExecutorService writers;

  private StepThreads(ExecutorService readers, ExecutorService writers) {
    this.readers = readers;
    this.writers = writers;
  }

  /** For a database behind a socket: virtual threads wait for free. */
  static StepThreads ofSocket() {
    ExecutorService all =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("store-sql-", 0).factory());
    return new StepThreads(all, all);
  }

  /**
   * For a database that works in native code on the calling thread, where a virtual thread would
   * hold up all the requests that share its carrier.
   *
   * @param readerCount how many may read at a time; one writes
   */
  static StepThreads ofNativeCode(int readerCount) {
    return new StepThreads(platform("reader", readerCount), platform("writer", 1));
  }

  private static ExecutorService platform(String name, int count) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            count,
            count,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("store-sql-" + name + "-", 0).factory());
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  ExecutorService of(Step step) {
    return step == Step.READ ? readers : writers;
  }

  @Override
  public void close() {
    readers.shutdownNow();
    writers.shutdownNow();
  }
}
