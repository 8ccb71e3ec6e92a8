package dev.headgate.distro.e2e;

import dev.headgate.testkit.AssembledGateway;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that writes and reads the bytes that a test wants. */
final class RawClient implements AutoCloseable {

  /**
   * An answer.
   *
   * @param status of the status line
   * @param head up to the empty line
   * @param body without chunk framing
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Reply(int status, String head, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    String header(String name) {
      for (String line : head.lines().toList()) {
        if (line.toLowerCase(Locale.ROOT).startsWith(name + ": ")) {
          return line.substring(name.length() + 2);
        }
      }
      return "";
    }
  }

  private final Socket socket = new Socket();

  RawClient(AssembledGateway gateway) throws IOException {
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.port()), 10_000);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(30_000);
  }

  /** The head of a chat request that shows the key; ends with its empty line. */
  static String chatHead(String more) {
    return "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer "
        + AssembledGateway.KEY
        + "\r\nContent-Type: application/json\r\n"
        + more
        + "\r\n";
  }

  static byte[] chat(byte[] body) {
    byte[] head = ascii(chatHead("Content-Length: " + body.length + "\r\n"));
    byte[] whole = new byte[head.length + body.length];
    System.arraycopy(head, 0, whole, 0, head.length);
    System.arraycopy(body, 0, whole, head.length, body.length);
    return whole;
  }

  static byte[] chat(String body) {
    return chat(body.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  RawClient send(String bytes) throws IOException {
    return send(ascii(bytes));
  }

  InputStream in() throws IOException {
    return socket.getInputStream();
  }

  /** Ends the sending side only. */
  void halfClose() throws IOException {
    socket.shutdownOutput();
  }

  /** One byte, or −1 when the gateway has closed. */
  int readByte() throws IOException {
    return in().read();
  }

  /** Reads up to and with a text. */
  String readUntil(String text) throws IOException {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    byte[] wanted = ascii(text);
    int matched = 0;
    while (matched < wanted.length) {
      int b = readByte();
      if (b < 0) {
        throw new IOException("the gateway closed after: " + seen.toString(StandardCharsets.UTF_8));
      }
      seen.write(b);
      if (b == wanted[matched]) {
        matched++;
      } else {
        matched = b == wanted[0] ? 1 : 0;
      }
    }
    return seen.toString(StandardCharsets.UTF_8);
  }

  /** Reads one answer with its body. */
  Reply reply() throws IOException {
    String head = readUntil("\r\n\r\n");
    int status = Integer.parseInt(head.substring(9, 12));
    Reply bare = new Reply(status, head, new byte[0]);
    if (bare.header("transfer-encoding").equals("chunked")) {
      return new Reply(status, head, chunks());
    }
    String length = bare.header("content-length");
    int size = length.isEmpty() ? 0 : Integer.parseInt(length);
    byte[] body = in().readNBytes(size);
    if (body.length < size) {
      throw new IOException("the body is short");
    }
    return new Reply(status, head, body);
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      String line = readUntil("\r\n");
      int size = Integer.parseInt(line.substring(0, line.length() - 2), 16);
      byte[] chunk = in().readNBytes(size);
      if (chunk.length < size) {
        throw new IOException("a chunk is short");
      }
      body.writeBytes(chunk);
      if (!readUntil("\r\n").equals("\r\n")) {
        throw new IOException("a chunk is longer than its line says");
      }
      if (size == 0) {
        return body.toByteArray();
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
