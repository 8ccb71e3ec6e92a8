package dev.headgate.bench.upstream;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Consumer;

/** Accepts connections on a thread of its own and survives running out of file descriptors. */
final class Listener {

  private static final int BACKLOG = 4_096;
  private static final Duration BREATH = Duration.ofMillis(10);

  private final ServerSocketChannel server;
  private final Consumer<SocketChannel> accepted;
  private final Thread thread;

  private Listener(ServerSocketChannel server, Consumer<SocketChannel> accepted) {
    this.server = server;
    this.accepted = accepted;
    this.thread = Thread.ofVirtual().name("scripted-upstream-listener").unstarted(this::accept);
  }

  static Listener open(InetSocketAddress address, Consumer<SocketChannel> accepted)
      throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      server.bind(address, BACKLOG);
    } catch (IOException e) {
      server.close();
      throw e;
    }
    Listener listener = new Listener(server, accepted);
    listener.thread.start();
    return listener;
  }

  int port() throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  /** Stops listening. The socket is only gone when its thread has left it. */
  void close() throws IOException {
    server.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        SocketChannel channel = server.accept();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        accepted.accept(channel);
      } catch (IOException e) {
        breathe();
      }
    }
  }

  /** Without file descriptors accept fails at once, again and again: not in a hot loop. */
  private static void breathe() {
    try {
      Thread.sleep(BREATH);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
