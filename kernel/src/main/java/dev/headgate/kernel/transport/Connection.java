package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.Wire;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.io.IOException;
import java.util.Arrays;

/**
 * A connection to an upstream with all that it needs again for each exchange: one buffer, which
 * first holds the request and then the head and the body of the answer, and the parsers over it.
 * The head stays in front while the body is read behind it.
 */
final class Connection implements Stoppable {
  static final int BUFFER = 16 * 1024;

  private static final int BODY_ROOM = 8 * 1024;

  final Wire wire;
  final AnswerHead head;
  final BodyFraming framing = new BodyFraming();
  final RequestWriter writer;
  private final int maxHeadBytes;
  private byte[] buffer = new byte[BUFFER];

  /** One after the last byte that was read. */
  private int limit;

  private int bodyStart;
  private boolean used;
  private boolean spent;
  private long idleSince;

  Connection(Wire wire, PoolSettings settings) {
    this.wire = wire;
    writer = new RequestWriter(this);
    maxHeadBytes = settings.maxHeadBytes();
    head = new AnswerHead(settings.maxHeadBytes(), settings.maxHeadLines());
  }

  byte[] buffer() {
    return buffer;
  }

  /** The buffer with room for at least so many bytes, what is in it kept. */
  byte[] buffer(int size) {
    if (buffer.length < size) {
      buffer = Arrays.copyOf(buffer, Math.max(size, buffer.length * 2));
    }
    return buffer;
  }

  /** Whether it has served an exchange before. */
  boolean used() {
    return used;
  }

  long idleSince() {
    return idleSince;
  }

  void rest(long now) {
    used = true;
    idleSince = now;
    if (buffer.length > BUFFER) {
      buffer = new byte[BUFFER];
    }
  }

  /** Whether nothing has come from the peer while it was idle, not even its end. */
  boolean stillOpen() {
    return wire.probe(buffer, 0, buffer.length) == 0;
  }

  void beginAnswer() {
    limit = 0;
    head.begin(0);
  }

  /** Whether any byte of an answer has come. */
  boolean answered() {
    return limit > 0;
  }

  /**
   * Reads until the head of the final answer is there and parsed.
   *
   * @return false when the connection ended
   */
  boolean readHead(boolean bodiless) throws IOException {
    while (true) {
      int end = head.parse(buffer, limit);
      if (end < 0) {
        if (limit == buffer.length) {
          growForHead();
        }
        int count = wire.read(buffer, limit, buffer.length - limit);
        if (count < 0) {
          return false;
        }
        limit += count;
      } else if (head.interim()) {
        head.begin(end);
      } else {
        beginBody(end, bodiless);
        return true;
      }
    }
  }

  private void growForHead() throws UpstreamException {
    int most = maxHeadBytes + BUFFER;
    if (limit >= most) {
      throw new UpstreamException(
          Kind.TOO_LARGE, "the heads of the answer are larger than " + most + " bytes");
    }
    buffer(Math.min(limit * 2, most));
  }

  private void beginBody(int end, boolean bodiless) throws IOException {
    head.finish(bodiless);
    bodyStart = end;
    if (buffer.length - end < BODY_ROOM) {
      head.moved(buffer(end + BUFFER));
    }
    framing.begin(head);
    framing.scan(buffer, end, limit);
  }

  /**
   * Waits for more of the body, over what was there before.
   *
   * @return false when the connection ended
   */
  boolean readBody() throws IOException {
    int count = wire.read(buffer, bodyStart, buffer.length - bodyStart);
    if (count < 0) {
      return false;
    }
    framing.scan(buffer, bodyStart, bodyStart + count);
    return true;
  }

  /** Has it closed after this answer. */
  void neverAgain() {
    spent = true;
  }

  boolean reusable() {
    return !spent && framing.done() && !framing.excess() && head.keepAlive();
  }

  @Override
  public void stop() {
    wire.close();
  }

  void close() {
    wire.close();
  }

  void shutdown() {
    wire.shutdown();
  }
}
