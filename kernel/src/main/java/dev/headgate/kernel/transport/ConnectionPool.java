package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.kernel.net.Watched;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one origin. The one that was used last is used first, so that as few as
 * possible stay warm and the others become old enough to be closed. {@code open} counts places:
 * connections, and rights to make one that were given out. While calls wait, nothing is idle and no
 * place is free: who comes back hands over to the one that waits longest.
 */
final class ConnectionPool extends Watched {
  private static final long SWEEP = Duration.ofSeconds(1).toNanos();

  private final OriginKey origin;
  private final Connector connector;
  private final PoolSettings settings;
  private final DeadlineWatch watch;
  private final PoolMeters meters;
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
  private int open;
  private boolean retired;
  private long lastSweep;

  ConnectionPool(
      OriginKey origin,
      Connector connector,
      PoolSettings settings,
      DeadlineWatch watch,
      PoolMeters meters) {
    this.origin = origin;
    this.connector = connector;
    this.settings = settings;
    this.watch = watch;
    this.meters = meters;
    lastSweep = watch.now();
  }

  OriginKey origin() {
    return origin;
  }

  PoolMeters meters() {
    return meters;
  }

  /** Gets a connection that is held by the call's cancellation: a kept one, else a new one. */
  Connection acquire(Sending sending) throws IOException {
    while (true) {
      Connection kept = take(sending);
      if (kept == null) {
        return connect(sending);
      }
      if (!kept.stillOpen()) {
        meters.foundClosed.increment();
        discard(kept);
      } else if (sending.cancellation.hold(kept)) {
        meters.reused.increment();
        return kept;
      } else {
        giveBack(kept);
        throw sending.ended();
      }
    }
  }

  /** Makes a connection in the place of one that turned out to be closed. */
  Connection replace(Connection stale, Sending sending) throws IOException {
    stale.close();
    return connect(sending);
  }

  private Connection connect(Sending sending) throws IOException {
    sending.clock.phase(PhaseClock.Phase.CONNECT);
    boolean made = false;
    try {
      Connection connection = new Connection(connector.connect(sending), settings);
      made = sending.cancellation.hold(connection);
      if (!made) {
        connection.close();
        throw sending.ended();
      }
      meters.created.increment();
      return connection;
    } finally {
      if (!made) {
        freePlace();
      }
    }
  }

  private @Nullable Connection take(Sending sending) throws UpstreamException {
    Waiter waiter;
    synchronized (this) {
      Connection kept = idle.pollLast();
      if (kept != null) {
        return kept;
      }
      if (open < origin.maxConnections()) {
        open++;
        return null;
      }
      if (!settings.maxWait().isPositive()) {
        throw busy();
      }
      waiter = new Waiter(this, watch.after(settings.maxWait()));
      waiters.addLast(waiter);
    }
    return await(waiter, sending);
  }

  private @Nullable Connection await(Waiter waiter, Sending sending) throws UpstreamException {
    meters.waits.increment();
    sending.clock.phase(PhaseClock.Phase.CONNECT);
    watch.register(waiter);
    try {
      if (!sending.cancellation.hold(waiter)) {
        waiter.stop();
      }
      return switch (waiter.await()) {
        case GRANTED -> waiter.granted();
        case EXPIRED -> throw busy();
        case STOPPED, WAITING -> throw sending.ended();
      };
    } finally {
      watch.unregister(waiter);
    }
  }

  private UpstreamException busy() {
    meters.busy.increment();
    return new UpstreamException(
        Kind.BUSY,
        origin
            + ": all "
            + origin.maxConnections()
            + " connections are in use, and none came free within "
            + settings.maxWait().toMillis()
            + " ms");
  }

  synchronized void leave(Waiter waiter, Waiter.State state) {
    if (waiters.remove(waiter)) {
      waiter.leave(state);
    }
  }

  /** Takes a connection back that can serve another call. */
  void giveBack(Connection connection) {
    connection.rest(watch.now());
    synchronized (this) {
      Waiter waiter = waiters.pollFirst();
      if (waiter != null) {
        waiter.grant(connection);
        return;
      }
      if (!retired) {
        idle.addLast(connection);
        return;
      }
      open--;
    }
    connection.shutdown();
  }

  /** Closes a connection that cannot serve another call. */
  void discard(Connection connection) {
    connection.close();
    freePlace();
  }

  private synchronized void freePlace() {
    Waiter waiter = waiters.pollFirst();
    if (waiter == null) {
      open--;
    } else {
      waiter.grant(null);
    }
  }

  @Override
  protected void expired(int overduePhase) {}

  /** Closes what has been idle for long. */
  @Override
  protected void tick(long now) {
    if (now - lastSweep < Math.min(SWEEP, settings.idle().toNanos() / 4)) {
      return;
    }
    lastSweep = now;
    List<Connection> old = new ArrayList<>();
    synchronized (this) {
      while (!idle.isEmpty() && now - idle.getFirst().idleSince() > settings.idle().toNanos()) {
        old.add(idle.removeFirst());
        open--;
      }
    }
    old.forEach(Connection::shutdown);
    meters.evicted.add(old.size());
  }

  synchronized int open() {
    return open;
  }

  synchronized int idle() {
    return idle.size();
  }

  /** Closes what is idle; what is in use is closed when it comes back. */
  void retire() {
    List<Connection> kept;
    synchronized (this) {
      retired = true;
      kept = new ArrayList<>(idle);
      open -= kept.size();
      idle.clear();
    }
    kept.forEach(Connection::shutdown);
  }
}
