package dev.headgate.bench.upstream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sends and receives bytes, to see exactly what is on the wire. */
final class RawClient implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;
  private final InputStream in;

  RawClient(ScriptedUpstream upstream) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), upstream.port()));
  }

  RawClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
  }

  static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nhost: upstream\r\ncontent-type: application/json\r\ncontent-length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  static String chat(String body) {
    return post("/v1/chat/completions", body);
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  void sendUnchecked(String text) {
    try {
      send(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads exactly as many bytes as the text has and returns them. */
  String expect(String text) throws IOException {
    byte[] bytes = in.readNBytes(text.getBytes(StandardCharsets.UTF_8).length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Reads until the text has come, and returns everything up to and with it. */
  String readUntil(String text) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
    while (true) {
      int b = in.read();
      if (b < 0) {
        throw new AssertionError("ended before '" + text + "': " + read);
      }
      read.write(b);
      if (b == wanted[wanted.length - 1] && read.toString(StandardCharsets.UTF_8).endsWith(text)) {
        return read.toString(StandardCharsets.UTF_8);
      }
    }
  }

  /** Reads to the end of the stream. */
  String readAll() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Reads one whole answer with a content-length. */
  String readAnswer() throws IOException {
    String head = readUntil("\r\n\r\n");
    String length = head.replaceAll("(?is).*content-length: (\\d+).*", "$1");
    return head + new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
  }

  /** Ends the sending side. */
  void halfClose() throws IOException {
    socket.shutdownOutput();
  }

  /** Closes with a reset. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
