package dev.headgate.kernel.front;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An HTTP/2 client that sends exactly the frames it is told to, and keeps those that come. */
final class RawHttp2 implements AutoCloseable {
  private static final Frame CLOSED = new Frame(-1, 0, 0, new byte[0]);

  /** A frame that came; type −1 is the end of the connection. */
  @SuppressWarnings("ArrayRecordComponent") // frames are compared by nobody
  record Frame(int type, int flags, int streamId, byte[] payload) {
    boolean endsStream() {
      return (flags & Frames.END_STREAM) != 0;
    }

    @Override
    public String toString() {
      return type + "/" + flags + "/" + streamId + "/" + payload.length;
    }

    String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    int code() {
      return Frames.intAt(payload, type == Frames.GOAWAY ? 4 : 0);
    }
  }

  private final Socket socket;
  private final OutputStream out;
  private final List<Frame> frames = new ArrayList<>();

  RawHttp2(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    out = socket.getOutputStream();
    Thread.ofVirtual().start(this::read);
  }

  /** A client that has said its preface and settings. */
  static RawHttp2 greeted(int port) throws IOException {
    RawHttp2 client = new RawHttp2(port);
    client.send(FrameReader.PREFACE);
    client.frame(Frames.SETTINGS, 0, 0);
    return client;
  }

  private void read() {
    try {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] header = new byte[Frames.HEADER];
      while (true) {
        in.readFully(header);
        byte[] payload = new byte[Frames.length(header, 0)];
        in.readFully(payload);
        keep(
            new Frame(
                Frames.type(header, 0),
                Frames.flags(header, 0),
                Frames.streamId(header, 0),
                payload));
      }
    } catch (EOFException | SocketException e) {
      keep(CLOSED);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private synchronized void keep(Frame frame) {
    frames.add(frame);
    notifyAll();
  }

  /** Waits for a frame, which is taken out of those that came. */
  synchronized Frame await(Predicate<Frame> wanted) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      for (Frame frame : frames) {
        if (wanted.test(frame)) {
          frames.remove(frame);
          return frame;
        }
      }
      long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("the frame did not come; there were " + frames);
      }
      wait(left);
    }
  }

  Frame await(int type, int streamId) throws InterruptedException {
    return await(frame -> frame.type() == type && frame.streamId() == streamId);
  }

  void awaitEnd() throws InterruptedException {
    await(frame -> frame.type() == -1);
  }

  /** Waits for an answer's head. */
  Map<String, String> head(int streamId) throws InterruptedException {
    return decode(await(Frames.HEADERS, streamId).payload());
  }

  /** Waits for the whole body of an answer. */
  String body(int streamId) throws InterruptedException {
    StringBuilder text = new StringBuilder();
    Frame frame;
    do {
      frame = await(Frames.DATA, streamId);
      text.append(frame.text());
    } while (!frame.endsStream());
    return text.toString();
  }

  synchronized void send(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  void frame(int type, int flags, int streamId, byte... payload) throws IOException {
    byte[] frame = new byte[Frames.HEADER + payload.length];
    Frames.putHeader(frame, 0, payload.length, type, flags, streamId);
    System.arraycopy(payload, 0, frame, Frames.HEADER, payload.length);
    send(frame);
  }

  void number(int type, int streamId, int value) throws IOException {
    byte[] payload = new byte[4];
    Frames.putInt(payload, 0, value);
    frame(type, 0, streamId, payload);
  }

  void setting(int name, int value) throws IOException {
    byte[] payload = new byte[6];
    payload[1] = (byte) name;
    Frames.putInt(payload, 2, value);
    frame(Frames.SETTINGS, 0, 0, payload);
  }

  void get(int streamId, String path) throws IOException {
    frame(Frames.HEADERS, Frames.END_HEADERS | Frames.END_STREAM, streamId, block("GET", path));
  }

  void post(int streamId, String path, String... headers) throws IOException {
    frame(Frames.HEADERS, Frames.END_HEADERS, streamId, block("POST", path, headers));
  }

  void data(int streamId, String text, boolean end) throws IOException {
    frame(
        Frames.DATA, end ? Frames.END_STREAM : 0, streamId, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A header block of literals. */
  static byte[] block(String method, String path, String... headers) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    if (method.equals("GET") || method.equals("POST")) {
      block.write(method.equals("GET") ? 0x82 : 0x83);
    } else {
      block.write(2);
      string(block, method);
    }
    block.write(0x86);
    block.write(4);
    string(block, path);
    block.write(1);
    string(block, "gateway.test");
    for (int i = 0; i < headers.length; i += 2) {
      block.write(0);
      string(block, headers[i]);
      string(block, headers[i + 1]);
    }
    return block.toByteArray();
  }

  private static void string(ByteArrayOutputStream block, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int rest = bytes.length;
    if (rest < 127) {
      block.write(rest);
    } else {
      block.write(127);
      for (rest -= 127; rest >= 128; rest >>>= 7) {
        block.write(0x80 | (rest & 0x7f));
      }
      block.write(rest);
    }
    block.writeBytes(bytes);
  }

  /** Reads a block as this server writes it: literals without Huffman codes, a status first. */
  static Map<String, String> decode(byte[] block) {
    Map<String, String> fields = new TreeMap<>();
    int[] at = {0};
    int first = block[at[0]++] & 0xff;
    fields.put(
        ":status",
        first >= 0x80
            ? List.of("200", "204", "206", "304", "400", "404", "500").get(first - 0x88)
            : text(block, at));
    while (at[0] < block.length) {
      if (block[at[0]++] != 0) {
        throw new AssertionError("not a plain literal");
      }
      String name = text(block, at);
      fields.merge(name, text(block, at), (a, b) -> a + ", " + b);
    }
    return fields;
  }

  private static String text(byte[] block, int[] at) {
    int length = block[at[0]++] & 0xff;
    if (length == 127) {
      int shift = 0;
      int octet;
      do {
        octet = block[at[0]++] & 0xff;
        length += (octet & 0x7f) << shift;
        shift += 7;
      } while (octet >= 128);
    }
    String text = new String(block, at[0], length, StandardCharsets.UTF_8);
    at[0] += length;
    return text;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
