package dev.headgate.kernel.net;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * One thread that walks over everything under way and ends what is overdue. It stands in for socket
 * timeouts, which make every park of a virtual thread a timed one and double the cost of a request.
 *
 * <p>Registering takes a slot of a stripe under that stripe's lock, for a few instructions; moving
 * a deadline takes nothing. The watch reads the slots without the lock, so that nobody waits for
 * what it does to the overdue. A deadline is noticed at the first tick after it.
 */
public final class DeadlineWatch implements AutoCloseable {
  /** The time between two looks. */
  public static final Duration TICK = Duration.ofMillis(50);

  private static final System.Logger LOG = System.getLogger(DeadlineWatch.class.getName());

  private final LongSupplier clock;
  private final WatchStripe[] stripes;
  private volatile boolean running = true;

  /**
   * A watch without a thread: it looks when {@link #tick} is called.
   *
   * @param clock nanoseconds, as {@link System#nanoTime} gives them
   */
  public DeadlineWatch(LongSupplier clock) {
    this.clock = clock;
    int count = Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 2 - 1) * 2;
    stripes = new WatchStripe[count];
    for (int i = 0; i < count; i++) {
      stripes[i] = new WatchStripe();
    }
  }

  /** A watch with its thread running. */
  public static DeadlineWatch start() {
    return start(System::nanoTime);
  }

  /**
   * A watch with its thread running.
   *
   * @param clock nanoseconds, as {@link System#nanoTime} gives them
   */
  public static DeadlineWatch start(LongSupplier clock) {
    DeadlineWatch watch = new DeadlineWatch(clock);
    Thread.ofPlatform().daemon().name("headgate-deadlines").start(watch::run);
    return watch;
  }

  /** Starts to look at something; it must not be registered already. */
  public void register(Watched watched) {
    int index = (int) Thread.currentThread().threadId() & (stripes.length - 1);
    watched.stripe = index;
    stripes[index].add(watched);
  }

  /** Stops looking at it; does nothing when it is not registered. */
  public void unregister(Watched watched) {
    watched.disarm();
    stripes[watched.stripe].remove(watched);
  }

  /** The time, for deadlines. */
  public long now() {
    return clock.getAsLong();
  }

  /** A deadline that far from now; a length of zero or less is none. */
  public long after(Duration length) {
    return length.isPositive() ? now() + length.toNanos() : Watched.NEVER;
  }

  /** Looks at everything once. */
  public void tick() {
    long now = now();
    for (WatchStripe stripe : stripes) {
      stripe.look(now);
    }
  }

  /** The number of things looked at. */
  public int size() {
    int size = 0;
    for (WatchStripe stripe : stripes) {
      size += stripe.size();
    }
    return size;
  }

  private void run() {
    while (running) {
      LockSupport.parkNanos(TICK.toNanos());
      tick();
    }
  }

  /** Ends the thread. */
  @Override
  public void close() {
    running = false;
  }

  static void lookAt(Watched watched, long now) {
    try {
      watched.look(now);
    } catch (RuntimeException broken) {
      LOG.log(System.Logger.Level.ERROR, "looking at " + watched.getClass() + " failed", broken);
    }
  }
}
