package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.metrics.Meters;
import dev.headgate.spi.usage.UsageEvent;
import dev.headgate.spi.usage.UsageSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The bounded queue in front of a sink, and the thread that empties it: a batch goes out when it is
 * full or its first event has waited long enough; one that fails comes again, after a pause that
 * doubles; at the end what waits is delivered within the time that is left.
 */
final class SinkQueue implements AutoCloseable {
  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final long LONGEST_PAUSE_MILLIS = 60_000;

  private final Hook<UsageSink> hook;
  private final ArrayBlockingQueue<UsageEvent> queue;
  private final UsageSink.Overflow overflow;
  private final int batchSize;
  private final long flushNanos;
  private final Counter dropped;
  private final Thread thread;
  private final Duration grace;
  private volatile boolean closing;

  SinkQueue(Hook<UsageSink> hook, Meters meters, Duration grace) {
    UsageSink sink = hook.extension();
    this.hook = hook;
    this.grace = grace;
    this.queue = new ArrayBlockingQueue<>(sink.queueCapacity());
    this.overflow = sink.overflow();
    this.batchSize = sink.batchSize();
    this.flushNanos = sink.flushInterval().toNanos();
    this.dropped =
        meters
            .counter(
                "headgate_sink_dropped_total",
                "Events that a full queue dropped.",
                "plugin",
                "sink")
            .labels(hook.plugin(), sink.name());
    this.thread = Thread.ofVirtual().name("sink-" + hook.plugin()).start(this::deliverUntilClosed);
  }

  /** Takes an event; never waits. */
  void offer(UsageEvent event) {
    if (queue.offer(event)) {
      return;
    }
    if (overflow == UsageSink.Overflow.DROP_OLDEST) {
      while (!queue.offer(event)) {
        if (queue.poll() != null) {
          dropped.increment();
        }
      }
      return;
    }
    dropped.increment();
  }

  private void deliverUntilClosed() {
    List<UsageEvent> batch = new ArrayList<>(batchSize);
    try {
      while (fill(batch)) {
        deliver(batch);
        batch.clear();
      }
    } catch (InterruptedException e) {
      dropped.add(batch.size() + queue.size());
    }
  }

  /** Waits for a batch; false when the queue is closed and empty. */
  private boolean fill(List<UsageEvent> batch) throws InterruptedException {
    UsageEvent first = null;
    while (first == null) {
      first = queue.poll(closing ? 0 : 100, TimeUnit.MILLISECONDS);
      if (first == null && closing) {
        return false;
      }
    }
    batch.add(first);
    long until = System.nanoTime() + flushNanos;
    while (batch.size() < batchSize) {
      long left = closing ? 0 : Math.min(until - System.nanoTime(), 100_000_000L);
      UsageEvent next = queue.poll(Math.max(0, left), TimeUnit.NANOSECONDS);
      if (next != null) {
        batch.add(next);
      } else if (closing || until - System.nanoTime() <= 0) {
        break;
      }
    }
    return true;
  }

  private void deliver(List<UsageEvent> batch) throws InterruptedException {
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      long started = hook.meter().start();
      try {
        hook.extension().deliver(List.copyOf(batch));
        hook.meter().ok(started);
        return;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        hook.meter().failed(started, e);
        Thread.sleep(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
      }
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      if (!thread.join(grace)) {
        thread.interrupt();
        thread.join();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
