package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.provider.OutgoingBody;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import dev.headgate.spi.provider.UpstreamRequest;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An origin whose connections are pooled. A request that fails over a kept connection before any
 * byte of an answer is sent again, once, over a new one: the upstream had closed the kept one while
 * it was idle. A request that must not arrive twice is sent again only if the failure came at once,
 * as it does then; one that fails later may be what made the upstream fail.
 */
final class PoolUpstream implements Upstream {
  private static final long STALE_NANOS = 1_000_000_000L;

  private final ConnectionPool pool;
  private final PoolSettings settings;
  private final DeadlineWatch watch;
  private final RequestLines lines;
  private final Runnable onClose;
  private final String origin;
  private final AtomicBoolean closed = new AtomicBoolean();

  PoolUpstream(
      ConnectionPool pool,
      PoolSettings settings,
      DeadlineWatch watch,
      RequestLines lines,
      Runnable onClose) {
    this.pool = pool;
    this.settings = settings;
    this.watch = watch;
    this.lines = lines;
    this.onClose = onClose;
    origin = pool.origin().toString();
  }

  @Override
  public Answer send(Call call, UpstreamRequest request) throws IOException {
    if (closed.get()) {
      throw new IllegalStateException("the upstream " + origin + " is closed");
    }
    Sending sending = new Sending(call, watch, origin);
    boolean answered = false;
    try {
      Answer answer = send(sending, request);
      answered = true;
      return answer;
    } finally {
      if (!answered) {
        sending.end();
      }
    }
  }

  private Answer send(Sending sending, UpstreamRequest request) throws IOException {
    Connection connection = pool.acquire(sending);
    long started = System.nanoTime();
    boolean complete = exchange(sending, connection, request);
    if (!complete && stale(sending, connection, request, started)) {
      pool.meters().staleRetries.increment();
      connection = pool.replace(connection, sending);
      complete = exchange(sending, connection, request);
    }
    if (!complete) {
      pool.discard(connection);
      Kind kind = connection.answered() ? Kind.TRUNCATED : Kind.RESET;
      throw sending.failure(kind, broken(connection), null);
    }
    return answer(sending, connection);
  }

  private static String broken(Connection connection) {
    return connection.answered()
        ? "the connection broke in the head of the answer"
        : "the connection broke before the answer";
  }

  private static boolean stale(
      Sending sending, Connection connection, UpstreamRequest request, long started) {
    return connection.used()
        && !connection.answered()
        && !sending.cancelled()
        && (request.idempotent() || System.nanoTime() - started < STALE_NANOS);
  }

  /**
   * Sends the request and waits for the head of the answer.
   *
   * @return false when the connection ended or broke before the head was complete
   * @throws UpstreamException if the answer is wrong; the connection is discarded then
   */
  private boolean exchange(Sending sending, Connection connection, UpstreamRequest request)
      throws UpstreamException {
    sending.clock.phase(PhaseClock.Phase.FIRST_BYTE);
    connection.beginAnswer();
    boolean survives = false;
    try {
      boolean written = write(connection, request);
      boolean complete = readHead(connection, request);
      if (!written) {
        connection.neverAgain();
      }
      survives = true;
      return complete;
    } catch (UpstreamException wrong) {
      throw sending.failure(wrong.kind(), String.valueOf(wrong.getMessage()), null);
    } finally {
      if (!survives) {
        pool.discard(connection);
      }
    }
  }

  private static boolean readHead(Connection connection, UpstreamRequest request)
      throws UpstreamException {
    try {
      return connection.readHead(request.method().equals("HEAD"));
    } catch (UpstreamException wrong) {
      throw wrong;
    } catch (IOException broken) {
      return false;
    }
  }

  /**
   * Writes the request.
   *
   * @return false when the connection broke; an answer may be there nonetheless
   */
  private boolean write(Connection connection, UpstreamRequest request) {
    RequestWriter writer = connection.writer;
    writer.begin();
    lines.write(writer, request);
    OutgoingBody body = request.body();
    long length = body == null ? 0 : body.length();
    boolean large = !writer.small(length);
    if (large) {
      watch.register(writer);
    }
    try {
      if (body != null) {
        body.forEachPiece(writer);
      }
      if (writer.sent() != length) {
        throw new IllegalStateException(
            "a body of " + length + " bytes was announced and " + writer.sent() + " came");
      }
      writer.flush();
      return true;
    } catch (IOException broken) {
      return false;
    } finally {
      if (large) {
        watch.unregister(writer);
      }
    }
  }

  private Answer answer(Sending sending, Connection connection) throws UpstreamException {
    AnswerHead head = connection.head;
    long limit = PoolAnswer.stream(head) ? 0 : settings.maxAnswerBytes();
    if (limit > 0 && head.contentLength() > limit) {
      pool.discard(connection);
      throw sending.failure(
          Kind.TOO_LARGE,
          "the answer has " + head.contentLength() + " bytes, " + limit + " are allowed",
          null);
    }
    return new PoolAnswer(sending, connection, pool, limit);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      onClose.run();
    }
  }
}
