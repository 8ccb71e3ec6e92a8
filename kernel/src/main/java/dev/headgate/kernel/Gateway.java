package dev.headgate.kernel;

import dev.headgate.kernel.config.ConfigWatch;
import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.kernel.config.LimitSettings;
import dev.headgate.kernel.config.ServerSettings;
import dev.headgate.kernel.config.UpstreamSettings;
import dev.headgate.kernel.front.Front;
import dev.headgate.kernel.http.BodyBuffers;
import dev.headgate.kernel.http.Listener;
import dev.headgate.kernel.http.ServerLimits;
import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.kernel.net.OpenedEarly;
import dev.headgate.kernel.net.TlsContexts;
import dev.headgate.kernel.net.Watched;
import dev.headgate.kernel.net.Wire;
import dev.headgate.kernel.pipeline.PipelineRuntime;
import dev.headgate.kernel.plugin.Hook;
import dev.headgate.kernel.plugin.PluginRuntime;
import dev.headgate.kernel.routing.ModelsInForce;
import dev.headgate.kernel.transport.PoolSettings;
import dev.headgate.kernel.transport.PoolTransport;
import dev.headgate.spi.Extension;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The gateway as a whole: reads its configuration, starts its plugins, listens, takes another
 * configuration without dropping a request, and stops after the last one.
 */
public final class Gateway implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Gateway.class.getName());
  private static final long RENEW_NANOS = Duration.ofSeconds(20).toNanos();

  /**
   * While the gateway stops, connections that look idle are kept for so long: a client that is
   * about to send its next request gets its answer, and is told to close.
   */
  private static final Duration LAME_DUCK = Duration.ofMillis(500);

  /** The most streams at once on one HTTP/2 connection. */
  private static final int MAX_STREAMS = 256;

  /** How long plugins may take to deliver what they still hold when the gateway stops. */
  private static final Duration PLUGIN_GRACE = Duration.ofSeconds(10);

  private final GatewayOptions options;
  private final Shared shared;
  private final DeadlineWatch watch;
  private final PipelineRuntime pipeline;
  private final Listener listener;
  private final Front front;
  private final Ticker ticker;
  private final ReentrantLock changing = new ReentrantLock();
  private final ConfigWatch files;
  private volatile Loaded loaded;
  private volatile boolean ready;
  private boolean stopped;

  private Gateway(
      GatewayOptions options, Shared shared, DeadlineWatch watch, Loaded first, Started started) {
    this.options = options;
    this.shared = shared;
    this.watch = watch;
    this.loaded = first;
    this.pipeline = started.pipeline;
    this.listener = started.listener;
    this.front = started.front;
    this.ticker = new Ticker();
    this.files = ConfigWatch.start(first.config().files(), this::reload);
  }

  /** What listens and what answers. */
  private record Started(PipelineRuntime pipeline, Listener listener, Front front) {}

  /**
   * Starts a gateway.
   *
   * @param options what it is started with
   * @return the gateway; it takes requests
   * @throws IOException if the address cannot be bound or a file cannot be read
   * @throws SettingException if the configuration is wrong
   * @throws PluginException if a plugin cannot be loaded or cannot start
   */
  public static Gateway start(GatewayOptions options) throws IOException {
    OpenedEarly.open();
    GatewayClock clock = options.clock();
    DeadlineWatch watch = DeadlineWatch.start(clock::nanoTime);
    Shared shared = null;
    Loaded loaded = null;
    try {
      GatewayConfig early = GatewayConfig.load(options.input());
      MeterRegistry meters = new MeterRegistry(early.get(LimitSettings.SERIES));
      PoolTransport pool = new PoolTransport(poolSettings(options, early), watch);
      HookMeters hooks = new HookMeters(meters);
      shared =
          new Shared(
              clock,
              meters,
              hooks,
              PluginRuntime.empty(Loaded.hostOfNobody(options, clock, meters, hooks)),
              new ModelsInForce(),
              pool);
      loaded = Loaded.load(options, shared);
      Readiness readiness = new Readiness();
      PipelineRuntime pipeline =
          new PipelineRuntime(loaded.pipeline(), clock, meters, readiness::isReady);
      Started started = listen(loaded.config(), pipeline, clock);
      loaded.enter(shared);
      Gateway gateway = new Gateway(options, shared, watch, loaded, started);
      readiness.gateway = gateway;
      gateway.measure(meters);
      gateway.run();
      return gateway;
    } catch (IOException | RuntimeException e) {
      if (loaded != null && shared != null) {
        loaded.discard(shared);
      }
      watch.close();
      throw e;
    }
  }

  /** Tells the readiness route of a gateway that is still being made. */
  private static final class Readiness {
    private volatile @Nullable Gateway gateway;

    boolean isReady() {
      Gateway known = gateway;
      return known != null && known.ready;
    }
  }

  private static PoolSettings poolSettings(GatewayOptions options, GatewayConfig config) {
    return PoolSettings.DEFAULTS
        .maxConnections(config.get(UpstreamSettings.MAX_CONNECTIONS))
        .maxWait(config.get(UpstreamSettings.CONNECTION_WAIT))
        .idle(config.get(UpstreamSettings.IDLE_CONNECTIONS))
        .maxAnswerBytes(config.get(UpstreamSettings.ANSWER_BYTES))
        .userAgent("headgate/" + options.version())
        .environment(options.environment());
  }

  private static Started listen(GatewayConfig config, PipelineRuntime pipeline, GatewayClock clock)
      throws IOException {
    ServerLimits limits =
        new ServerLimits(
            config.get(ServerSettings.REQUEST_HEAD_BYTES),
            200,
            config.get(ServerSettings.HEAD_TIMEOUT).toNanos(),
            config.get(ServerSettings.BODY_TIMEOUT).toNanos(),
            config.get(ServerSettings.KEEP_ALIVE).toNanos(),
            config.get(ServerSettings.BODY_TIMEOUT).toNanos(),
            config.get(ServerSettings.MAX_CONNECTIONS));
    BodyBuffers buffers = new BodyBuffers(config.get(LimitSettings.BODY_MEMORY));
    Front front = new Front(pipeline.handler(), limits, buffers, MAX_STREAMS, certificate(config));
    InetSocketAddress address =
        new InetSocketAddress(
            InetAddress.getByName(config.get(ServerSettings.HOST)),
            config.get(ServerSettings.PORT));
    try {
      Listener listener =
          new Listener(address, limits, buffers, pipeline.handler(), front, clock::nanoTime);
      return new Started(pipeline, listener, front);
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on "
              + address.getAddress().getHostAddress()
              + ":"
              + address.getPort()
              + ": "
              + e.getMessage()
              + " (headgate.server.host, headgate.server.port)",
          e);
    }
  }

  private static @Nullable SSLContext certificate(GatewayConfig config) throws IOException {
    Optional<Path> chain = config.get(ServerSettings.TLS_CERTIFICATE);
    Optional<Path> key = config.get(ServerSettings.TLS_KEY);
    if (chain.isPresent() != key.isPresent()) {
      throw new SettingException(
          "headgate.server.tls wants both a certificate and a key, and "
              + (chain.isPresent() ? "the key" : "the certificate")
              + " is missing");
    }
    return chain.isEmpty() ? null : TlsContexts.server(chain.get(), key.orElseThrow());
  }

  private void measure(MeterRegistry meters) {
    PoolTransport pool = shared.pool();
    meters.gauge(
        "headgate_client_connections", "Open connections of clients.", listener::openConnections);
    meters.gauge("headgate_upstream_connections", "Open connections to upstreams.", pool::open);
    meters.gauge(
        "headgate_upstream_connections_idle", "Connections to upstreams that wait.", pool::idle);
  }

  private void run() {
    watch.register(ticker);
    ready = true;
    listener.start();
  }

  /** What the watch thread does at each tick beside the deadlines of the pool. */
  private final class Ticker extends Watched {
    private long renewAt = System.nanoTime() + RENEW_NANOS;

    @Override
    protected void expired(int overduePhase) {}

    @Override
    protected void tick(long now) {
      listener.tick(now);
      if (now - renewAt > 0) {
        renewAt = now + RENEW_NANOS;
        Thread.ofVirtual().name("leases").start(pipeline::renewLeases);
      }
    }
  }

  /** The address that is listened on. */
  public InetSocketAddress address() {
    try {
      return listener.address();
    } catch (IOException e) {
      throw new IllegalStateException("the gateway does not listen any more", e);
    }
  }

  /** Whether clients speak TLS. */
  public boolean secure() {
    return front.secure();
  }

  /** What of the configuration has no effect. */
  public List<String> warnings() {
    return loaded.warnings();
  }

  /**
   * Serves a connection that is no socket of the listener's, on the calling thread and to its end:
   * for measuring what requests cost without the network.
   *
   * @param wire speaks HTTP/1.1
   */
  public void serve(Wire wire) {
    listener.serveHttp1(wire);
  }

  /**
   * What the plugins in force bring of one kind, for looking at.
   *
   * @param kind the interface of the SPI
   */
  public <E extends Extension> List<E> extensions(Class<E> kind) {
    return loaded.pipeline().extensions().of(kind).stream().map(Hook::extension).toList();
  }

  /** Requests that are in flight. */
  public int inFlight() {
    return pipeline.inFlight();
  }

  /** Every meter. */
  public dev.headgate.spi.metrics.MeterReader meters() {
    return shared.meters();
  }

  /**
   * Reads the configuration again and puts it in force for new requests. When it is wrong, the old
   * one stays in force, and the log says why.
   *
   * @return whether the new one is in force
   */
  public boolean reload() {
    changing.lock();
    try {
      if (stopped) {
        return false;
      }
      Loaded next = Loaded.load(options, shared);
      try {
        pipeline.replace(next.pipeline());
      } catch (RuntimeException e) {
        next.discard(shared);
        throw e;
      }
      next.enter(shared);
      Loaded old = loaded;
      loaded = next;
      files.watch(next.config().files());
      fixed(old.config(), next.config());
      next.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
      LOG.log(System.Logger.Level.INFO, "the new configuration is in force");
      return true;
    } catch (SettingException | PluginException e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "the new configuration is not in force, the old one stays: " + e.getMessage());
      return false;
    } finally {
      changing.unlock();
    }
  }

  /** Says which changed settings need a restart. */
  private static void fixed(GatewayConfig old, GatewayConfig next) {
    for (var setting :
        List.of(
            ServerSettings.HOST,
            ServerSettings.PORT,
            ServerSettings.MAX_CONNECTIONS,
            UpstreamSettings.MAX_CONNECTIONS)) {
      if (!old.get(setting).equals(next.get(setting))) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the change of " + setting.path() + " takes effect at the next start");
      }
    }
  }

  /**
   * Stops: takes no new connection, lets every request end within headgate.server.drain, closes.
   */
  public void stop() {
    changing.lock();
    try {
      if (stopped) {
        return;
      }
      stopped = true;
      ready = false;
      files.close();
      long until = System.nanoTime() + loaded.config().get(ServerSettings.DRAIN).toNanos();
      try {
        listener.drain();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, "the listener could not be closed", e);
      }
      await(Math.min(until, System.nanoTime() + LAME_DUCK.toNanos()));
      listener.closeIdle();
      await(until);
      if (listener.openConnections() > 0) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} connections did not end within headgate.server.drain and are cut",
            listener.openConnections());
      }
      listener.kill();
      pipeline.close();
      shared.plugins().close(PLUGIN_GRACE);
      shared.pool().close();
      watch.close();
    } finally {
      changing.unlock();
    }
  }

  private void await(long until) {
    while (listener.openConnections() > 0 && until - System.nanoTime() > 0) {
      LockSupport.parkNanos(5_000_000L);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
