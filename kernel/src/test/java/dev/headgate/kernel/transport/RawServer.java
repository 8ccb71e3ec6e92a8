package dev.headgate.kernel.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A server whose every connection runs a script over the bare socket. */
final class RawServer implements AutoCloseable {

  /** What a connection does. */
  interface Script {
    void run(Peer peer) throws Exception;
  }

  /** The server's end of a connection. */
  static final class Peer {
    final int number;
    final Socket socket;
    final InputStream in;
    final OutputStream out;
    private final RawServer server;

    private Peer(RawServer server, int number, Socket socket) throws IOException {
      this.server = server;
      this.number = number;
      this.socket = socket;
      in = socket.getInputStream();
      out = socket.getOutputStream();
    }

    /** Reads a request with its body; null when the connection ended. */
    String request() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      int length = -1;
      while (length < 0) {
        int b = in.read();
        if (b < 0) {
          return null;
        }
        bytes.write(b);
        String head = bytes.toString(StandardCharsets.ISO_8859_1);
        if (head.endsWith("\r\n\r\n")) {
          length = 0;
          for (String line : head.lines().toList()) {
            if (line.startsWith("content-length: ")) {
              length = Integer.parseInt(line.substring(16));
            }
          }
        }
      }
      bytes.write(in.readNBytes(length));
      String request = bytes.toString(StandardCharsets.ISO_8859_1);
      server.requests.add(request);
      return request;
    }

    void send(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    }

    void answer(String body) throws IOException {
      send("HTTP/1.1 200 OK\r\ncontent-length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Waits until the client has closed. */
    void awaitClose() throws IOException {
      try {
        while (in.read() >= 0) {}
      } catch (IOException reset) {
        // a reset is a close too
      }
      server.closes.add(number);
    }

    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  final List<String> requests = new CopyOnWriteArrayList<>();
  final BlockingQueue<Integer> closes = new LinkedBlockingQueue<>();
  final AtomicInteger connections = new AtomicInteger();
  private final ServerSocket listener;

  RawServer(Script script) throws IOException {
    listener = new ServerSocket(0, 2000, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(() -> accept(script));
  }

  /** Answers each request alike. */
  static RawServer answering(String answer) throws IOException {
    return new RawServer(peer -> {
      while (peer.request() != null) {
        peer.send(answer);
      }
    });
  }

  private void accept(Script script) {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        Peer peer = new Peer(this, connections.incrementAndGet(), socket);
        Thread.ofVirtual()
            .start(() -> {
              try (socket) {
                script.run(peer);
              } catch (IOException gone) {
                // the client left
              } catch (Exception broken) {
                throw new IllegalStateException(broken);
              }
            });
      } catch (IOException closed) {
        return;
      }
    }
  }

  boolean sawClose() throws InterruptedException {
    return closes.poll(10, TimeUnit.SECONDS) != null;
  }

  int port() {
    return listener.getLocalPort();
  }

  URI origin() {
    return URI.create("http://127.0.0.1:" + port());
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
