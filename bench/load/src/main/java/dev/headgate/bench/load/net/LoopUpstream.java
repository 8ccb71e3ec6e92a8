package dev.headgate.bench.load.net;

import dev.headgate.bench.upstream.fake.FakeProvider;
import dev.headgate.bench.upstream.fake.FakeSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The fake provider on an event loop: the same answers as those of the scripted upstream, at a
 * fraction of its cost, so that on one core it can feed a gateway on another. Stamped streams carry
 * the time at which each piece was written.
 */
public final class LoopUpstream implements AutoCloseable {

  private static final int BACKLOG = 4_096;
  private static final FakeSettings SETTINGS = new FakeSettings(0, 11, 0, 0, 400, false);

  private final EventLoop loop = EventLoop.start("upstream");
  private final FakeProvider provider = new FakeProvider(SETTINGS);
  private final ServerSocketChannel server;
  private int connections;

  private LoopUpstream(ServerSocketChannel server) {
    this.server = server;
  }

  /**
   * Starts listening on the loopback interface.
   *
   * @param port 0 for any free one
   */
  public static LoopUpstream start(int port) {
    try {
      ServerSocketChannel server = ServerSocketChannel.open();
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      LoopUpstream upstream = new LoopUpstream(server);
      upstream.loop.call(upstream::listen);
      return upstream;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean listen() {
    try {
      loop.register(server, SelectionKey.OP_ACCEPT, key -> accept());
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    try {
      SocketChannel channel = server.accept();
      if (channel != null) {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connections++;
        UpstreamConnection.open(channel, loop, provider.newSession(), () -> connections--);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the upstream cannot accept connections", e);
    }
  }

  /** The port it listens on. */
  public int port() {
    try {
      return ((InetSocketAddress) server.getLocalAddress()).getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connections open now. */
  public int connections() {
    return loop.call(() -> connections);
  }

  @Override
  public void close() {
    loop.close();
  }
}
