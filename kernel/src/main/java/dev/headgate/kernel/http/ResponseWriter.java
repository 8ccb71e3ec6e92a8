package dev.headgate.kernel.http;

import dev.headgate.kernel.net.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes answers of one connection: head, framing and body in one write wherever they are there
 * together. The head is put right in front of the body's bytes, so the body is not moved.
 */
final class ResponseWriter {
  private static final int TAIL = 8;
  private static final byte[] CRLF = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ONLY_LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_TAIL = new byte[0];
  private static final byte[] CLOSE = "connection: close\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] KEEP =
      "connection: keep-alive\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CHUNKED =
      "transfer-encoding: chunked\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Wire wire;
  private final ResponseHead head = new ResponseHead();
  private final byte[] own;
  private byte[] buffer;
  private byte[] scratch = NO_TAIL;
  private boolean headPending;
  private boolean committed;
  private boolean finished;
  private boolean chunked;
  private boolean bodyless;
  private boolean http11;
  private long left;

  ResponseWriter(Wire wire, int bufferSize) {
    this.wire = wire;
    this.own = new byte[bufferSize];
    this.buffer = own;
  }

  void begin(boolean newHttp11, boolean newBodyless) {
    http11 = newHttp11;
    bodyless = newBodyless;
    buffer = own;
    headPending = false;
    committed = false;
    finished = false;
  }

  byte[] buffer() {
    return buffer;
  }

  void buffer(byte[] larger) {
    buffer = larger;
  }

  ResponseHead head(int status) {
    return head.begin(status);
  }

  boolean committed() {
    return committed;
  }

  boolean finished() {
    return finished;
  }

  void send(ResponseHead h, boolean keepAlive, byte[] array, int from, int to) throws IOException {
    frame(h, keepAlive);
    boolean none = bodyless || h.status() == 204 || h.status() == 304;
    if (h.status() != 204 && h.status() != 304) {
      h.header("content-length", to - from);
    }
    h.end();
    chunked = false;
    headPending = true;
    finished = true;
    flush(array, from, none ? from : to, NO_TAIL);
  }

  void start(ResponseHead h, boolean keepAlive, long length) {
    frame(h, keepAlive);
    chunked = length < 0 && http11;
    left = length;
    if (length >= 0) {
      h.header("content-length", length);
    } else if (chunked) {
      h.lines(CHUNKED);
    }
    h.end();
    headPending = true;
  }

  private void frame(ResponseHead h, boolean keepAlive) {
    if (!keepAlive) {
      h.lines(CLOSE);
    } else if (!http11) {
      h.lines(KEEP);
    }
  }

  void write(byte[] array, int from, int to) throws IOException {
    if (to == from && !headPending) {
      return;
    }
    if (bodyless) {
      flush(array, from, from, NO_TAIL);
      return;
    }
    count(to - from);
    flush(array, from, to, chunked && to > from ? CRLF : NO_TAIL);
  }

  void finish(byte[] array, int from, int to) throws IOException {
    if (finished) {
      return;
    }
    if (bodyless) {
      finished = true;
      flush(array, from, from, NO_TAIL);
      return;
    }
    count(to - from);
    if (left > 0) {
      throw new IOException("an answer ended " + left + " bytes short of its length");
    }
    finished = true;
    if (chunked) {
      flush(array, from, to, to > from ? LAST_CHUNK : ONLY_LAST_CHUNK);
    } else if (to > from || headPending) {
      flush(array, from, to, NO_TAIL);
    }
  }

  private void count(int bytes) throws IOException {
    if (left >= 0 && !chunked) {
      left -= bytes;
      if (left < 0 && http11 && bytes > 0) {
        throw new IOException("an answer is longer than its length");
      }
    }
  }

  /** Sends the pending head, the chunk line, the data and the tail, in one write. */
  @SuppressWarnings("ReferenceEquality") // only our own buffer has room in front of its data
  private void flush(byte[] array, int from, int to, byte[] tail) throws IOException {
    int line = chunked && to > from ? chunkLine(to - from) : 0;
    int front = line + (headPending ? head.length() : 0);
    committed = true;
    if (array == buffer && front <= from && to + TAIL <= array.length) {
      int at = from - line;
      if (line > 0) {
        putChunkLine(array, at, to - from);
      }
      if (headPending) {
        headPending = false;
        at -= head.length();
        head.copyTo(array, at);
      }
      putTail(array, at, to, tail);
      return;
    }
    flushApart(array, from, to, tail, line, front);
  }

  private void putTail(byte[] array, int at, int to, byte[] tail) throws IOException {
    if (tail.length == 0) {
      wire.write(array, at, to - at);
      return;
    }
    // Bytes of a frame that is not whole yet may lie behind; they are put back.
    long behind = keep(array, to, tail.length);
    System.arraycopy(tail, 0, array, to, tail.length);
    wire.write(array, at, to + tail.length - at);
    restore(array, to, tail.length, behind);
  }

  private static long keep(byte[] array, int at, int count) {
    long kept = 0;
    for (int i = 0; i < count; i++) {
      kept = kept << 8 | (array[at + i] & 0xff);
    }
    return kept;
  }

  private static void restore(byte[] array, int at, int count, long kept) {
    for (int i = count - 1; i >= 0; i--) {
      array[at + i] = (byte) kept;
      kept >>>= 8;
    }
  }

  private void flushApart(byte[] array, int from, int to, byte[] tail, int line, int front)
      throws IOException {
    int data = to - from;
    if (data > 64 * 1024) {
      byte[] lead = scratch(front);
      putFront(lead, line, data);
      wire.write(lead, 0, front);
      wire.write(array, from, data);
      if (tail.length > 0) {
        wire.write(tail, 0, tail.length);
      }
      return;
    }
    byte[] whole = scratch(front + data + tail.length);
    putFront(whole, line, data);
    System.arraycopy(array, from, whole, front, data);
    System.arraycopy(tail, 0, whole, front + data, tail.length);
    wire.write(whole, 0, front + data + tail.length);
  }

  private void putFront(byte[] target, int line, int data) {
    int at = 0;
    if (headPending) {
      headPending = false;
      head.copyTo(target, 0);
      at = head.length();
    }
    if (line > 0) {
      putChunkLine(target, at, data);
    }
  }

  private byte[] scratch(int size) {
    if (scratch.length < size) {
      scratch = new byte[Math.max(size, 4096)];
    }
    return scratch;
  }

  private static int chunkLine(int size) {
    return (35 - Integer.numberOfLeadingZeros(size)) / 4 + 2;
  }

  private static void putChunkLine(byte[] target, int at, int size) {
    int digits = chunkLine(size) - 2;
    for (int i = digits - 1; i >= 0; i--) {
      int digit = size & 15;
      target[at + i] = (byte) (digit < 10 ? '0' + digit : 'a' + digit - 10);
      size >>>= 4;
    }
    target[at + digits] = '\r';
    target[at + digits + 1] = '\n';
  }
}
