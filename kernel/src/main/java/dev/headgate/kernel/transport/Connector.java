package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.ChannelWire;
import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.kernel.net.TlsContexts;
import dev.headgate.kernel.net.TlsWire;
import dev.headgate.kernel.net.Wire;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Makes connections to one origin: straight or through a proxy, plain or with TLS. */
final class Connector {
  private static final String PROTOCOL = "http/1.1";
  private static final int MAX_PROXY_HEAD = 16 * 1024;
  private static final int MAX_PROXY_LINES = 100;

  private final OriginKey origin;
  private final @Nullable SSLContext tls;
  private final @Nullable SSLContext proxyTls;
  private final PoolSettings settings;
  private final DeadlineWatch watch;

  /**
   * @throws IOException if the certificates to trust cannot be read
   */
  Connector(OriginKey origin, PoolSettings settings, DeadlineWatch watch) throws IOException {
    this.origin = origin;
    this.settings = settings;
    this.watch = watch;
    tls =
        origin.secure() ? TlsContexts.client(origin.trustedCertificates(), origin.verify()) : null;
    Proxy proxy = origin.proxy();
    proxyTls = proxy != null && proxy.secure() ? TlsContexts.client(null, true) : null;
  }

  Wire connect(Sending sending) throws UpstreamException {
    Dial dial = new Dial(watch, sending.call.timeouts().connect());
    if (!sending.cancellation.hold(dial)) {
      throw sending.ended();
    }
    watch.register(dial);
    try {
      return connect(dial);
    } catch (UnknownHostException unknown) {
      throw sending.failure(kind(dial), "the host name is unknown", unknown);
    } catch (SSLException refused) {
      throw sending.failure(kind(dial), "TLS was not agreed on", refused);
    } catch (IOException failed) {
      throw sending.failure(kind(dial), "no connection", failed);
    } finally {
      watch.unregister(dial);
    }
  }

  private static Kind kind(Dial dial) {
    return dial.late() ? Kind.TIMEOUT : Kind.CONNECT;
  }

  private Wire connect(Dial dial) throws IOException {
    Proxy proxy = origin.proxy();
    if (proxy == null) {
      return toOrigin(dial, dialled(dial, origin.host(), origin.port()));
    }
    Wire wire = dialled(dial, proxy.host(), proxy.port());
    if (proxyTls != null) {
      wire = secured(dial, wire, engine(proxyTls, proxy.host(), proxy.port(), true));
    }
    if (tls != null) {
      tunnel(dial, wire, proxy);
    }
    return toOrigin(dial, wire);
  }

  private Wire toOrigin(Dial dial, Wire wire) throws IOException {
    if (tls == null) {
      return wire;
    }
    return secured(dial, wire, engine(tls, origin.host(), origin.port(), origin.verify()));
  }

  private static SSLEngine engine(SSLContext context, String host, int port, boolean verify) {
    return TlsContexts.clientEngine(context, host, port, verify, PROTOCOL);
  }

  private static Wire dialled(Dial dial, String host, int port) throws IOException {
    return new ChannelWire(dial.connect(Resolver.resolve(host, dial), port));
  }

  private static Wire secured(Dial dial, Wire wire, SSLEngine engine) throws IOException {
    Cancellation step = dial.begin(wire::close);
    Wire agreed = TlsWire.agree(wire, engine);
    if (!step.release()) {
      throw new ConnectException("TLS was not agreed on in time");
    }
    return agreed;
  }

  /** Has the proxy open a way to the origin. */
  private void tunnel(Dial dial, Wire wire, Proxy proxy) throws IOException {
    Cancellation step = dial.begin(wire::close);
    boolean open = false;
    try {
      String there = origin.hostAndPort();
      String head =
          "CONNECT "
              + there
              + " HTTP/1.1\r\nhost: "
              + there
              + "\r\nuser-agent: "
              + settings.userAgent()
              + "\r\n"
              + proxy.authorizationLine()
              + "\r\n";
      byte[] request = head.getBytes(StandardCharsets.ISO_8859_1);
      wire.write(request, 0, request.length);
      int status = proxyStatus(wire);
      if (status / 100 != 2) {
        throw new ConnectException("the proxy " + proxy + " answered with status " + status);
      }
      open = step.release();
    } catch (UpstreamException malformed) {
      throw new ConnectException("the proxy " + proxy + " does not speak HTTP/1.1");
    } finally {
      if (!open) {
        wire.close();
      }
    }
  }

  private static int proxyStatus(Wire wire) throws IOException {
    AnswerHead head = new AnswerHead(MAX_PROXY_HEAD, MAX_PROXY_LINES);
    head.begin(0);
    byte[] bytes = new byte[MAX_PROXY_HEAD + 1];
    int count = 0;
    int end = -1;
    while (end < 0) {
      int more = wire.read(bytes, count, bytes.length - count);
      if (more < 0) {
        throw new ConnectException("the proxy closed the connection");
      }
      count += more;
      end = head.parse(bytes, count);
    }
    if (end < count && head.status() / 100 == 2) {
      throw new ConnectException("the proxy sent more than it was asked for");
    }
    return head.status();
  }
}
