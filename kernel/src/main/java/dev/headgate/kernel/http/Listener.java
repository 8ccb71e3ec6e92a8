package dev.headgate.kernel.http;

import dev.headgate.kernel.net.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Accepts connections and gives each a virtual thread. It is our own because it must outlive what
 * goes wrong in accept: when the process runs out of file descriptors it waits and tries again.
 */
public final class Listener {
  private static final System.Logger LOG = System.getLogger(Listener.class.getName());
  private static final long RETRY_NANOS = 20_000_000L;
  private static final long LOG_EVERY_NANOS = 10_000_000_000L;
  private static final byte[] FULL = full();

  /** Makes the wire of an accepted connection and runs its protocol; may answer in another one. */
  public interface Protocols {

    /**
     * Wraps an accepted channel.
     *
     * @param channel the connection
     * @return the wire, before any handshake
     */
    Wire wire(SocketChannel channel) throws IOException;

    /**
     * Serves a connection to its end, on its own virtual thread.
     *
     * @param wire the connection
     * @param http1 serves it when it speaks HTTP/1.1
     */
    void serve(Wire wire, Runnable http1) throws IOException;

    /**
     * Looks at what is not HTTP/1.1; called by the watch thread.
     *
     * @param now the monotonic clock
     */
    default void tick(long now) {}

    /** The gateway is about to stop: clients are told to go elsewhere with their next requests. */
    default void drain() {}

    /** Ends the connections that wait for a request. */
    default void closeIdle() {}

    /** Closes whatever is left. */
    default void kill() {}
  }

  private final ServerSocketChannel channel;
  private final RequestHandler handler;
  private final ServerLimits limits;
  private final BodyBuffers buffers;
  private final Protocols protocols;
  private final LongSupplier nanoTime;
  private final Set<ClientConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean draining;
  private volatile boolean closingIdle;
  private long lastLogged;

  /**
   * Binds; nothing is accepted before {@link #start}.
   *
   * @param address where to listen
   * @param limits bounds
   * @param buffers for large bodies
   * @param handler answers requests
   * @param protocols what is spoken
   * @param nanoTime the monotonic clock
   * @throws IOException if the address cannot be bound
   */
  public Listener(
      InetSocketAddress address,
      ServerLimits limits,
      BodyBuffers buffers,
      RequestHandler handler,
      Protocols protocols,
      LongSupplier nanoTime)
      throws IOException {
    this.limits = limits;
    this.buffers = buffers;
    this.handler = handler;
    this.protocols = protocols;
    this.nanoTime = nanoTime;
    this.channel = ServerSocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(address, 4096);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** The address that is listened on. */
  public InetSocketAddress address() throws IOException {
    return (InetSocketAddress) channel.getLocalAddress();
  }

  /** Starts to accept. */
  public void start() {
    Thread.ofPlatform().name("headgate-accept").start(this::accept);
  }

  private void accept() {
    while (channel.isOpen()) {
      try {
        serve(channel.accept());
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException | OutOfMemoryError e) {
        // Too many open files, most likely. It passes when connections end; giving up would not.
        complain(e);
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  /** Says so, at most every ten seconds. */
  private void complain(Throwable why) {
    long now = nanoTime.getAsLong();
    if (lastLogged != 0 && now - lastLogged < LOG_EVERY_NANOS) {
      return;
    }
    lastLogged = now;
    try {
      LOG.log(
          System.Logger.Level.ERROR,
          "cannot accept connections ({0}); the gateway keeps trying",
          why.getMessage());
    } catch (RuntimeException | Error e) {
      // A log that is set up by its first line may need a file, and there is none to be had. The
      // next line may come through, and this loop must go on.
      lastLogged = 0;
    }
  }

  private void serve(SocketChannel client) {
    if (open.incrementAndGet() > limits.maxConnections()) {
      open.decrementAndGet();
      turnAway(client);
      return;
    }
    try {
      Wire wire = protocols.wire(client);
      Thread.ofVirtual().name("client").start(() -> serve(wire));
    } catch (IOException | RuntimeException e) {
      open.decrementAndGet();
      close(client);
    }
  }

  private void serve(Wire wire) {
    try {
      protocols.serve(wire, () -> serveHttp1(wire));
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "a connection failed before its first request: {0}",
          e.getMessage());
    } finally {
      wire.close();
      open.decrementAndGet();
    }
  }

  /**
   * Serves a connection that was not accepted here, on the calling thread and to its end.
   *
   * @param wire speaks HTTP/1.1
   */
  public void serveHttp1(Wire wire) {
    ClientConnection connection = new ClientConnection(wire, this, buffers);
    connections.add(connection);
    if (closingIdle) {
      connection.drain();
    }
    connection.run();
  }

  private static void close(SocketChannel client) {
    try {
      client.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "closing a connection failed: {0}", e.getMessage());
    }
  }

  private static void turnAway(SocketChannel client) {
    try (client) {
      client.configureBlocking(false);
      client.write(ByteBuffer.wrap(FULL));
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a refused client had left: {0}", e.getMessage());
    }
  }

  private static byte[] full() {
    String body =
        "{\"error\":{\"message\":\"The gateway has as many connections as"
            + " headgate.server.max-connections allows.\",\"type\":\"overloaded_error\","
            + "\"param\":null,\"code\":\"503\"}}";
    return ("HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n"
            + "retry-after: 1\r\nconnection: close\r\ncontent-length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Looks at every connection; called by the watch thread. */
  public void tick(long now) {
    for (ClientConnection connection : connections) {
      connection.tick(now);
    }
    protocols.tick(now);
  }

  /** The number of open connections. */
  public int openConnections() {
    return open.get();
  }

  long now() {
    return nanoTime.getAsLong();
  }

  RequestHandler handler() {
    return handler;
  }

  ServerLimits limits() {
    return limits;
  }

  /** Whether the gateway is about to stop. */
  public boolean draining() {
    return draining;
  }

  void closed(ClientConnection connection) {
    connections.remove(connection);
  }

  /** Accepts no more; from now on every answer tells its client to close the connection. */
  public void drain() throws IOException {
    draining = true;
    channel.close();
    protocols.drain();
  }

  /** Ends the connections that wait for a request. */
  public void closeIdle() {
    closingIdle = true;
    connections.forEach(ClientConnection::drain);
    protocols.closeIdle();
  }

  /** Closes whatever is left. */
  public void kill() {
    connections.forEach(ClientConnection::kill);
    protocols.kill();
  }
}
