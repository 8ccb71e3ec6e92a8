package dev.headgate.kernel.http;

import dev.headgate.kernel.net.Wire;
import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads heads and bodies of one connection. The connection's buffer holds a head and, when it fits,
 * its body right behind, so that a small request is one read; what a client sends ahead stays for
 * the next request. Larger bodies go straight into a pooled buffer.
 */
final class RequestReader {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOTHING = new byte[0];
  private static final int CHUNK_LINE = 256;

  private final Wire wire;
  private final BodyBuffers buffers;
  private final int maxHead;
  private byte[] in;
  private int start;
  private int limit;
  private byte[] body = NOTHING;
  private int bodyFrom;
  private int bodyTo;
  private boolean pooled;
  private boolean received;
  private int windowAt;

  RequestReader(Wire wire, BodyBuffers buffers, int bufferSize, int maxHead) {
    this.wire = wire;
    this.buffers = buffers;
    this.maxHead = maxHead;
    this.in = new byte[bufferSize];
  }

  byte[] buffer() {
    return in;
  }

  int start() {
    return start;
  }

  int limit() {
    return limit;
  }

  /** Whether bytes of a next request are there already. */
  boolean ahead() {
    return limit > start;
  }

  /** Puts bytes that were read elsewhere behind what is there. */
  void append(byte[] bytes, int count) {
    compact();
    if (in.length - limit < count) {
      in = Arrays.copyOf(in, limit + count);
    }
    System.arraycopy(bytes, 0, in, limit, count);
    limit += count;
  }

  /** Waits for bytes; false at the end of the stream. */
  boolean fill() throws IOException {
    if (limit == in.length) {
      if (start > 0) {
        compact();
      } else {
        in = Arrays.copyOf(in, Math.min(in.length * 2, Math.max(maxHead + 1024, in.length + 1)));
      }
    }
    int count = wire.read(in, limit, in.length - limit);
    if (count < 0) {
      return false;
    }
    limit += count;
    return true;
  }

  private void compact() {
    if (start > 0) {
      System.arraycopy(in, start, in, 0, limit - start);
      limit -= start;
      start = 0;
    }
  }

  /**
   * Finds the end of the head that starts at {@link #start}.
   *
   * @param known bytes from start that were looked at before
   * @return one after the empty line; −1 when it is not there yet
   */
  int headEnd(int known) {
    if (known <= 0 && start < limit && !HttpText.token(in[start])) {
      throw new BadRequestException(400, "this is no HTTP request");
    }
    for (int i = start + Math.max(0, known); i < limit; i++) {
      if (in[i] != '\n') {
        continue;
      }
      if (i == start || in[i - 1] != '\r') {
        throw new BadRequestException(400, "a line of the request head ends without CR");
      }
      if (i - start >= 3 && in[i - 2] == '\n') {
        return i + 1;
      }
    }
    if (limit - start > maxHead) {
      throw new BadRequestException(
          431,
          "the request head is larger than "
              + maxHead
              + " bytes (headgate.server.request-head-bytes)");
    }
    return -1;
  }

  /** Passes over empty lines in front of a request, which some clients send after a body. */
  void skipEmptyLines() {
    while (start < limit && (in[start] == '\r' || in[start] == '\n')) {
      start++;
    }
  }

  /** A head was parsed. */
  void begin(ParsedHead head) {
    body = in;
    bodyFrom = head.end();
    bodyTo = head.end();
    pooled = false;
    received = head.contentLength() == 0;
  }

  byte[] body() {
    return body;
  }

  int bodyFrom() {
    return bodyFrom;
  }

  int bodyTo() {
    return bodyTo;
  }

  /** Reads the whole body. False when the client left before its end. */
  boolean receive(ParsedHead head, long most) throws IOException {
    if (received) {
      return true;
    }
    long length = head.contentLength();
    if (length > most) {
      throw tooLarge(most);
    }
    if (head.expectContinue() && limit == head.end()) {
      wire.write(CONTINUE, 0, CONTINUE.length);
    }
    boolean whole = length < 0 ? receiveChunks(head, most) : receiveKnown(head, (int) length);
    received = whole;
    return whole;
  }

  private boolean receiveKnown(ParsedHead head, int length) throws IOException {
    int from = head.end();
    if (from + length <= in.length) {
      while (limit < from + length) {
        int count = wire.read(in, limit, in.length - limit);
        if (count < 0) {
          return false;
        }
        limit += count;
      }
      bodyTo = from + length;
      return true;
    }
    byte[] large = take(length);
    int there = Math.min(limit - from, length);
    System.arraycopy(in, from, large, 0, there);
    limit = from;
    while (there < length) {
      int count = wire.read(large, there, length - there);
      if (count < 0) {
        return false;
      }
      there += count;
    }
    bodyTo = length;
    return true;
  }

  private byte[] take(int length) {
    byte[] large = buffers.take(length);
    if (large == null) {
      throw new DenialException(
          Denial.of(
                  503,
                  "overloaded_error",
                  "The gateway holds as many request bodies as limits.body-memory allows; try again.")
              .retryAfter(java.time.Duration.ofSeconds(1)));
    }
    body = large;
    bodyFrom = 0;
    bodyTo = 0;
    pooled = true;
    return large;
  }

  /** Decodes a chunked body. The window behind the head holds what was read and not yet decoded. */
  private boolean receiveChunks(ParsedHead head, long most) throws IOException {
    windowAt = head.end();
    byte[] target = take(1);
    int size = 0;
    while (true) {
      long chunk = chunkSize(head);
      if (chunk < 0) {
        return false;
      }
      if (chunk == 0) {
        break;
      }
      if (size + chunk > most) {
        throw tooLarge(most);
      }
      if (size + chunk > target.length) {
        target = grow(target, size, (int) (size + chunk), most);
      }
      int left = (int) chunk;
      while (left > 0) {
        if (windowAt == limit && !fillWindow(head)) {
          return false;
        }
        int count = Math.min(left, limit - windowAt);
        System.arraycopy(in, windowAt, target, size, count);
        windowAt += count;
        size += count;
        left -= count;
      }
      if (!expect(head, '\r') || !expect(head, '\n')) {
        return false;
      }
    }
    if (!passTrailers(head)) {
      return false;
    }
    bodyTo = size;
    // What follows the body belongs to the next request.
    System.arraycopy(in, windowAt, in, head.end(), limit - windowAt);
    limit = head.end() + limit - windowAt;
    return true;
  }

  private byte[] grow(byte[] old, int used, int needed, long most) {
    byte[] larger =
        buffers.take((int) Math.min(Math.max(needed, old.length * 2L), Math.max(most, needed)));
    if (larger == null) {
      throw new DenialException(
          Denial.of(
                  503,
                  "overloaded_error",
                  "The gateway holds as many request bodies as limits.body-memory allows; try again.")
              .retryAfter(java.time.Duration.ofSeconds(1)));
    }
    System.arraycopy(old, 0, larger, 0, used);
    buffers.give(old);
    body = larger;
    return larger;
  }

  /** The size that the next chunk line states; −1 when the client left. */
  private long chunkSize(ParsedHead head) throws IOException {
    long size = 0;
    int digits = 0;
    int seen = 0;
    boolean extension = false;
    while (true) {
      if (windowAt == limit && !fillWindow(head)) {
        return -1;
      }
      byte b = in[windowAt++];
      if (++seen > CHUNK_LINE) {
        throw malformedChunk();
      }
      int digit = extension ? -1 : Character.digit(b, 16);
      if (digit >= 0) {
        if (++digits > 8) {
          throw malformedChunk();
        }
        size = size * 16 + digit;
      } else if (b == '\r') {
        if (digits == 0 || !expect(head, '\n')) {
          throw malformedChunk();
        }
        return size;
      } else if (digits > 0
          && (b == ';' || HttpText.blank(b) || (extension && HttpText.value(b)))) {
        extension = true;
      } else {
        throw malformedChunk();
      }
    }
  }

  /** Takes one octet, which must be the given one; false when the client left. */
  private boolean expect(ParsedHead head, int wanted) throws IOException {
    if (windowAt == limit && !fillWindow(head)) {
      return false;
    }
    if (in[windowAt++] != wanted) {
      throw malformedChunk();
    }
    return true;
  }

  /** Trailers are read and dropped. */
  private boolean passTrailers(ParsedHead head) throws IOException {
    int total = 0;
    int line = 0;
    while (true) {
      if (windowAt == limit && !fillWindow(head)) {
        return false;
      }
      byte b = in[windowAt++];
      if (++total > maxHead) {
        throw new BadRequestException(431, "the trailers are larger than a head may be");
      }
      if (b == '\r') {
        if (!expect(head, '\n')) {
          return false;
        }
        if (line == 0) {
          return true;
        }
        line = 0;
      } else if (HttpText.value(b)) {
        line++;
      } else {
        throw malformedChunk();
      }
    }
  }

  private boolean fillWindow(ParsedHead head) throws IOException {
    windowAt = head.end();
    limit = head.end();
    if (in.length - limit < 1024) {
      in = Arrays.copyOf(in, in.length + 16 * 1024);
    }
    int count = wire.read(in, limit, in.length - limit);
    if (count < 0) {
      return false;
    }
    limit += count;
    return true;
  }

  private static BadRequestException malformedChunk() {
    return new BadRequestException(400, "the body's chunks are malformed");
  }

  private static DenialException tooLarge(long most) {
    return new DenialException(
        Denial.of(
                413,
                "invalid_request_error",
                "The request body is larger than " + most + " bytes (headgate.server.body-bytes).")
            .param("request_body"));
  }

  /** The body is needed no more. */
  void release() {
    if (pooled) {
      pooled = false;
      byte[] given = body;
      body = NOTHING;
      bodyFrom = 0;
      bodyTo = 0;
      buffers.give(given);
    }
  }

  /** Whether nothing of the body is left to read, so that another request can follow. */
  boolean complete(ParsedHead head) {
    long length = head.contentLength();
    return received || (length >= 0 && head.end() + length <= limit);
  }

  /** Ends a request whose body is complete: the next one starts behind it. */
  void end(ParsedHead head) {
    boolean inBuffer = !received || (!pooled && bodyTo > bodyFrom);
    release();
    start = inBuffer ? head.end() + (int) head.contentLength() : head.end();
  }
}
