package dev.headgate.bench.upstream.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads the requests of one connection, one after the other, into a buffer that is reused. */
public final class RequestReader {

  /** The interim answer that a client with {@code expect: 100-continue} waits for. */
  public static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final int LARGEST_HEAD = 1024 * 1024;
  private static final int LARGEST_BODY = 512 * 1024 * 1024;

  private final ReadBuffer buffer;
  private final RequestHead head = new RequestHead();
  private byte[] body = new byte[0];
  private int bodyFrom;
  private int bodyTo;
  private int rawTo;
  private long filledNanos;
  private long arrivedNanos;

  public RequestReader(ReadBuffer buffer) {
    this.buffer = buffer;
  }

  /**
   * Reads the next head.
   *
   * @return whether there is one; false when the peer ended the connection before
   */
  public boolean readHead(Wire wire) throws IOException, BadRequest {
    buffer.makeRoom();
    if (buffer.isEmpty() && !fill(wire)) {
      return false;
    }
    arrivedNanos = filledNanos;
    while (!head.parse(buffer.bytes(), buffer.from(), buffer.to())) {
      if (buffer.to() - buffer.from() > LARGEST_HEAD) {
        throw new BadRequest("the request head is larger than " + LARGEST_HEAD + " bytes");
      }
      if (!fill(wire)) {
        throw new BadRequest("the connection ended within a request head");
      }
    }
    return true;
  }

  /** Whether part of the body has not been read yet. */
  public boolean lacksBody() {
    return head.chunked() || buffer.to() - head.end() < head.contentLength();
  }

  /** Reads the body of the request whose head was read last. */
  public void readBody(Wire wire) throws IOException, BadRequest {
    if (head.chunked()) {
      readChunks(wire);
      return;
    }
    long length = Math.max(head.contentLength(), 0);
    if (length > LARGEST_BODY) {
      throw new BadRequest("the request body is larger than " + LARGEST_BODY + " bytes");
    }
    rawTo = head.end() + (int) length;
    buffer.reserve(rawTo);
    while (buffer.to() < rawTo) {
      fillBody(wire);
    }
    body = buffer.bytes();
    bodyFrom = head.end();
    bodyTo = rawTo;
  }

  /** Reads the body and throws it away; a peer that gives up half-way is no fault. */
  public void skipBody(Wire wire) throws IOException {
    try {
      readBody(wire);
      release();
    } catch (BadRequest gaveUp) {
      buffer.consume(buffer.to());
    }
  }

  private void readChunks(Wire wire) throws IOException, BadRequest {
    ChunkedBody chunks = new ChunkedBody();
    int at = chunks.feed(buffer.bytes(), head.end(), buffer.to());
    while (!chunks.isComplete()) {
      if (buffer.to() - head.end() > LARGEST_BODY) {
        throw new BadRequest("the request body is larger than " + LARGEST_BODY + " bytes");
      }
      fillBody(wire);
      at = chunks.feed(buffer.bytes(), at, buffer.to());
    }
    rawTo = at;
    body = chunks.decoded();
    bodyFrom = 0;
    bodyTo = body.length;
  }

  private void fillBody(Wire wire) throws IOException, BadRequest {
    if (!fill(wire)) {
      int received = buffer.to() - head.end();
      throw new BadRequest(
          "the connection ended within a request body, after " + received + " bytes of it");
    }
  }

  private boolean fill(Wire wire) throws IOException {
    boolean more = buffer.fill(wire);
    filledNanos = System.nanoTime();
    return more;
  }

  /** Lets the buffer go on behind the request; its head and body are gone with the next read. */
  public void release() {
    buffer.consume(rawTo);
    body = new byte[0];
  }

  /** Reads until the peer ends its side and throws everything away. */
  public void discard(Wire wire) throws IOException {
    do {
      buffer.consume(buffer.to());
      buffer.makeRoom();
    } while (buffer.fill(wire));
  }

  public RequestHead head() {
    return head;
  }

  /** The array that holds the body, framing removed. */
  public byte[] body() {
    return body;
  }

  public int bodyFrom() {
    return bodyFrom;
  }

  public int bodyTo() {
    return bodyTo;
  }

  /** {@link System#nanoTime} at which the first bytes of the request had been read. */
  public long arrivedNanos() {
    return arrivedNanos;
  }

  /** {@link System#nanoTime} at which the last bytes of the request had been read. */
  public long completeNanos() {
    return filledNanos;
  }

  /** A copy of the head's bytes, the empty line included. */
  public byte[] copyHead() {
    return buffer.copy(head.start(), head.end());
  }

  /** A copy of the body's bytes as they came, framing included. */
  public byte[] copyRawBody() {
    return buffer.copy(head.end(), rawTo);
  }
}
