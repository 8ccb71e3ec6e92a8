package dev.headgate.kernel.transport;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An answer over a pooled connection, read out of the connection's own buffer. It is one of its
 * kind for each exchange, so that whoever keeps it for too long is told instead of reading an
 * answer that is not theirs.
 */
final class PoolAnswer implements Answer, AnswerBody, RawBody {
  private final Sending sending;
  private final Connection connection;
  private final BodyFraming framing;
  private final ConnectionPool pool;
  private final long limit;
  private final int status;
  private final long length;
  private long total;

  /** Whether bytes came along with the head that nobody has looked at. */
  private boolean early;

  private boolean waited;
  private int segment = -1;
  private int taken;
  private boolean closed;

  /**
   * @param limit the largest body, in bytes; 0 for any
   */
  PoolAnswer(Sending sending, Connection connection, ConnectionPool pool, long limit) {
    this.sending = sending;
    this.connection = connection;
    this.framing = connection.framing;
    this.pool = pool;
    this.limit = limit;
    status = connection.head.status();
    length = connection.head.chunked() ? -1 : connection.head.contentLength();
    early = framing.segmentCount() > 0;
    if (early || framing.done()) {
      sending.clock.phase(PhaseClock.Phase.NONE);
    }
  }

  /** Whether the answer is a stream of events, of which no size can be asked. */
  static boolean stream(HeaderView headers) {
    Bytes type = headers.find("content-type");
    return type != null
        && (startsWith(type, "text/event-stream")
            || startsWith(type, "application/vnd.amazon.eventstream"));
  }

  private static boolean startsWith(Bytes type, String lowerCase) {
    if (type.length() < lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      int c = type.at(i);
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public HeaderView headers() {
    requireOpen();
    return connection.head;
  }

  @Override
  public AnswerBody body() {
    return this;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public boolean chunked() {
    return framing.chunked();
  }

  @Override
  public boolean complete() {
    return framing.done();
  }

  @Override
  public boolean ready() {
    return early || framing.done();
  }

  @Override
  public boolean nextRead() throws IOException {
    requireOpen();
    segment = -1;
    taken = 0;
    if (early) {
      early = false;
      return count();
    }
    framing.none();
    if (framing.done()) {
      return false;
    }
    wait(sending.clock);
    return framing.segmentCount() > 0 && count();
  }

  /** Reads until there are bytes of the body, or its end. */
  private void wait(PhaseClock clock) throws UpstreamException {
    if (waited || total > 0) {
      clock.phase(PhaseClock.Phase.IDLE);
    }
    waited = true;
    try {
      do {
        if (!connection.readBody()) {
          end(null);
          return;
        }
      } while (framing.segmentCount() == 0 && !framing.done());
    } catch (UpstreamException wrong) {
      throw sending.failure(wrong.kind(), String.valueOf(wrong.getMessage()), null);
    } catch (IOException broken) {
      end(broken);
    }
    clock.phase(PhaseClock.Phase.NONE);
  }

  private void end(@Nullable IOException broken) throws UpstreamException {
    if (broken != null || sending.cancelled() || !framing.close()) {
      throw sending.failure(Kind.TRUNCATED, "the answer broke off", broken);
    }
  }

  private boolean count() throws UpstreamException {
    total += framing.decoded();
    if (limit > 0 && total > limit) {
      throw sending.failure(
          Kind.TOO_LARGE, "the answer has more than the " + limit + " bytes allowed", null);
    }
    return true;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the answer is closed");
    }
  }

  @Override
  public boolean nextSegment() {
    if (segment + 1 >= framing.segmentCount()) {
      return false;
    }
    segment++;
    taken = 0;
    return true;
  }

  @Override
  public byte[] array() {
    requireOpen();
    return connection.buffer();
  }

  @Override
  public int offset() {
    return framing.segmentOffset(segment);
  }

  @Override
  public int segmentLength() {
    return framing.segmentLength(segment);
  }

  @Override
  public int decodedLength() {
    return framing.decoded();
  }

  @Override
  public boolean rawWhole() {
    return framing.whole();
  }

  @Override
  public int rawOffset() {
    return framing.rawFrom();
  }

  @Override
  public int rawLength() {
    return framing.rawTo() - framing.rawFrom();
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    requireOpen();
    while (segment < 0 || taken == framing.segmentLength(segment)) {
      if (early || !nextSegment()) {
        if (!nextRead()) {
          return -1;
        }
      }
    }
    int part = Math.min(count, framing.segmentLength(segment) - taken);
    System.arraycopy(
        connection.buffer(), framing.segmentOffset(segment) + taken, target, offset, part);
    taken += part;
    return part;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    sending.end();
    if (sending.cancellation.release() && connection.reusable()) {
      pool.giveBack(connection);
    } else {
      pool.discard(connection);
    }
  }
}
