package dev.headgate.kernel.front;

import dev.headgate.kernel.http.BodyBuffers;
import dev.headgate.kernel.http.Listener;
import dev.headgate.kernel.http.RequestHandler;
import dev.headgate.kernel.http.ServerLimits;
import dev.headgate.kernel.net.ChannelWire;
import dev.headgate.kernel.net.TlsContexts;
import dev.headgate.kernel.net.Wire;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what an accepted connection speaks and has it served: HTTP/2 when its first bytes are
 * that protocol's preface, HTTP/1.1 otherwise.
 */
public final class Front implements Listener.Protocols {
  private final RequestHandler handler;
  private final ServerLimits limits;
  private final BodyBuffers buffers;
  private final int maxStreams;
  private final @Nullable SSLContext tls;
  private final Set<Opening> openings = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;
  private volatile @Nullable Http2Server http2;

  /** A connection that has not said yet what it speaks. */
  private static final class Opening {
    private final Wire wire;
    private volatile long deadline;

    Opening(Wire wire, long deadline) {
      this.wire = wire;
      this.deadline = deadline;
    }
  }

  /**
   * @param handler answers the requests of HTTP/2; the listener has its own
   * @param limits bounds
   * @param buffers for bodies
   * @param maxStreams the most streams at once on one HTTP/2 connection
   * @param tls the certificate and its key; null to speak in the clear
   */
  public Front(
      RequestHandler handler,
      ServerLimits limits,
      BodyBuffers buffers,
      int maxStreams,
      @Nullable SSLContext tls) {
    this.handler = handler;
    this.limits = limits;
    this.buffers = buffers;
    this.maxStreams = maxStreams;
    this.tls = tls;
  }

  @Override
  public Wire wire(SocketChannel channel) throws IOException {
    return new PeekedWire(new ChannelWire(channel));
  }

  @Override
  public void serve(Wire wire, Runnable http1) throws IOException {
    PeekedWire peeked = (PeekedWire) wire;
    if (tls != null && agreesOnHttp2(peeked, tls)) {
      http2().serve(wire);
      return;
    }
    if (speaksHttp2(peeked)) {
      http2().serve(wire);
    } else {
      http1.run();
    }
  }

  /** Whether clients speak TLS. */
  public boolean secure() {
    return tls != null;
  }

  private boolean agreesOnHttp2(PeekedWire wire, SSLContext context) throws IOException {
    Opening opening = new Opening(wire, System.nanoTime() + limits.headNanos());
    openings.add(opening);
    try {
      return wire.agree(TlsContexts.serverEngine(context, "h2", "http/1.1")).equals("h2");
    } finally {
      openings.remove(opening);
    }
  }

  private boolean speaksHttp2(PeekedWire wire) throws IOException {
    Opening opening = new Opening(wire, System.nanoTime() + limits.idleNanos());
    openings.add(opening);
    try {
      return wire.startsWith(
          FrameReader.PREFACE, () -> opening.deadline = System.nanoTime() + limits.headNanos());
    } finally {
      openings.remove(opening);
    }
  }

  /** Made when the first client speaks it, so that a start without one does not pay for it. */
  private synchronized Http2Server http2() {
    Http2Server known = http2;
    if (known == null) {
      known = new Http2Server(handler, limits, buffers, maxStreams, () -> draining);
      http2 = known;
    }
    return known;
  }

  @Override
  public void tick(long now) {
    for (Opening opening : openings) {
      if (now - opening.deadline > 0) {
        opening.wire.close();
      }
    }
    Http2Server server = http2;
    if (server != null) {
      server.tick(now);
    }
  }

  @Override
  public void drain() {
    draining = true;
    Http2Server server = http2;
    if (server != null) {
      server.drain();
    }
  }

  @Override
  public void closeIdle() {
    for (Opening opening : openings) {
      opening.wire.close();
    }
  }

  @Override
  public void kill() {
    closeIdle();
    Http2Server server = http2;
    if (server != null) {
      server.kill();
    }
  }
}
