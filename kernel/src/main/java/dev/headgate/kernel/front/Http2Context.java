package dev.headgate.kernel.front;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * One of our connections as Helidon knows it.
 *
 * @param session the connection
 * @param executor runs the streams
 * @param dataReader gives frames
 * @param dataWriter takes frames
 */
record Http2Context(
    Http2Session session, ExecutorService executor, DataReader dataReader, DataWriter dataWriter)
    implements ConnectionContext {

  /** The other side. */
  private record Peer(String host) implements PeerInfo {
    @Override
    public SocketAddress address() {
      return InetSocketAddress.createUnresolved(host, 0);
    }

    @Override
    public int port() {
      return 0;
    }

    @Override
    public Optional<Principal> tlsPrincipal() {
      return Optional.empty();
    }

    @Override
    public Optional<Certificate[]> tlsCertificates() {
      return Optional.empty();
    }
  }

  @Override
  public ListenerContext listenerContext() {
    throw new UnsupportedOperationException("Helidon has no listener here");
  }

  @Override
  public Router router() {
    return Router.empty();
  }

  @Override
  public PeerInfo remotePeer() {
    return new Peer(session.wire().remoteAddress());
  }

  @Override
  public PeerInfo localPeer() {
    return new Peer("");
  }

  @Override
  public boolean isSecure() {
    return session.wire().secure();
  }

  @Override
  public String socketId() {
    return "client";
  }

  @Override
  public String childSocketId() {
    return session.wire().remoteAddress();
  }
}
