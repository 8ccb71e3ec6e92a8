package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.spi.provider.Transport;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamSpec;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The kernel's own transport: pools of keep-alive connections, used by blocking virtual threads.
 */
public final class PoolTransport implements Transport, AutoCloseable {
  private final PoolSettings settings;
  private final DeadlineWatch watch;
  private final PoolMeters meters = new PoolMeters();
  private final Map<OriginKey, SharedPool> pools = new HashMap<>();

  /**
   * @param settings how it behaves
   * @param watch keeps the deadlines; belongs to the caller
   */
  public PoolTransport(PoolSettings settings, DeadlineWatch watch) {
    this.settings = settings;
    this.watch = watch;
  }

  @Override
  public String id() {
    return "pool";
  }

  @Override
  public String name() {
    return "pool";
  }

  /**
   * Opens an upstream.
   *
   * @throws IllegalArgumentException if the certificates to trust cannot be read, or the
   *     environment names a proxy that cannot be used; the message says which
   */
  @Override
  public Upstream open(UpstreamSpec spec) {
    OriginKey key = OriginKey.of(spec, settings);
    return new PoolUpstream(enter(key), settings, watch, lines(key), () -> leave(key));
  }

  private RequestLines lines(OriginKey key) {
    Proxy proxy = key.plainProxy();
    return new RequestLines(
        key.authority(),
        settings.userAgent(),
        proxy == null ? "" : key.toString(),
        proxy == null ? "" : proxy.authorizationLine());
  }

  private ConnectionPool enter(OriginKey key) {
    synchronized (pools) {
      SharedPool shared = pools.get(key);
      if (shared == null) {
        shared = new SharedPool(pool(key));
        pools.put(key, shared);
      }
      shared.users++;
      return shared.pool;
    }
  }

  private ConnectionPool pool(OriginKey key) {
    try {
      Connector connector = new Connector(key, settings, watch);
      ConnectionPool pool = new ConnectionPool(key, connector, settings, watch, meters);
      watch.register(pool);
      return pool;
    } catch (IOException unusable) {
      throw new IllegalArgumentException(key + ": " + unusable.getMessage(), unusable);
    }
  }

  private void leave(OriginKey key) {
    synchronized (pools) {
      SharedPool shared = pools.get(key);
      if (shared == null || --shared.users > 0) {
        return;
      }
      pools.remove(key);
      watch.unregister(shared.pool);
      shared.pool.retire();
    }
  }

  /** What it has done. */
  public PoolMeters meters() {
    return meters;
  }

  /** The number of connections, in use and not. */
  public int open() {
    return sum(ConnectionPool::open);
  }

  /** The number of connections that wait to be used. */
  public int idle() {
    return sum(ConnectionPool::idle);
  }

  private int sum(ToIntFunction<ConnectionPool> number) {
    synchronized (pools) {
      return pools.values().stream().mapToInt(shared -> number.applyAsInt(shared.pool)).sum();
    }
  }

  /** Closes all connections that are not in use; the others end with their answers. */
  @Override
  public void close() {
    synchronized (pools) {
      pools.values().forEach(shared -> shared.pool.retire());
    }
  }

  /** A pool and how many upstreams use it. */
  private static final class SharedPool {
    private final ConnectionPool pool;
    private int users;

    SharedPool(ConnectionPool pool) {
      this.pool = pool;
    }
  }
}
