package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.answer.AnswerModel;
import dev.headgate.kernel.answer.AnswerTap;
import dev.headgate.kernel.http.ClientSide;
import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.kernel.transport.ContentCoding;
import dev.headgate.kernel.transport.PhaseClock;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.provider.UpstreamException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Relays an answer that is one body. A body that fits into the connection's buffer is read whole
 * and leaves together with its head in one write; a larger one follows piece by piece, and its last
 * piece leaves after the exchange has been settled. Only the value of {@code model} is changed, to
 * the name that the client used.
 */
final class PlainRelay {
  private static final int TAIL = 16;

  private final AnswerHeaders headers;
  private final Settle settle;
  private final UpstreamErrors errors;
  private final FrameEdits edits;

  PlainRelay(AnswerHeaders headers, Settle settle, UpstreamErrors errors, FrameEdits edits) {
    this.headers = headers;
    this.settle = settle;
    this.errors = errors;
    this.edits = edits;
  }

  void run(Exchange exchange, AttemptCall call, Answer answer, AnswerBody body) throws IOException {
    ClientSide client = exchange.client;
    FrameEdits.@Nullable Chain chain = edits.open(exchange, false);
    if (chain != null) {
      edited(exchange, call, answer, body, chain);
      return;
    }
    byte[] buffer = client.buffer();
    int from = ClientSide.HEADROOM;
    int to = from;
    int room = buffer.length - TAIL;
    boolean ended = false;
    try {
      while (to < room) {
        int count = read(exchange, call, body, buffer, to, room - to);
        if (count < 0) {
          ended = true;
          break;
        }
        to += count;
        if (body.length() >= 0 && to - from == body.length()) {
          ended = true;
          break;
        }
      }
    } catch (UpstreamException e) {
      throw errors.failed(exchange, e);
    }
    AnswerTap tap = exchange.openTap();
    if (ended) {
      tap.answer(buffer, from, to);
      exchange.learn(tap, answer);
      whole(exchange, answer, buffer, from, to);
    } else {
      pieces(exchange, call, answer, body, tap, to);
    }
  }

  private void whole(Exchange exchange, Answer answer, byte[] buffer, int from, int to)
      throws IOException {
    int start = from;
    byte[] name = exchange.clientModel;
    if (name != null && !opaque(answer)) {
      start = restamp(buffer, from, to, name);
    }
    exchange.record(buffer, start, to);
    settle.run(exchange);
    exchange.client.send(head(exchange, answer), buffer, start, to);
  }

  /**
   * Writes the name that the client used in the place of the upstream's. What stands in front of it
   * moves, since that is short.
   *
   * @return where the answer starts now
   */
  private static int restamp(byte[] buffer, int from, int to, byte[] name) {
    long span = AnswerModel.find(buffer, from, to);
    if (span < 0) {
      return from;
    }
    int valueFrom = AnswerModel.start(span);
    int valueTo = AnswerModel.end(span);
    int start = from + (valueTo - valueFrom) - name.length;
    if (start < ClientSide.HEADROOM / 3) {
      return from;
    }
    System.arraycopy(buffer, from, buffer, start, valueFrom - from);
    System.arraycopy(name, 0, buffer, valueTo - name.length, name.length);
    return start;
  }

  private void pieces(
      Exchange exchange,
      AttemptCall call,
      Answer answer,
      AnswerBody body,
      AnswerTap tap,
      int filledTo)
      throws IOException {
    ClientSide client = exchange.client;
    byte[] buffer = client.buffer();
    int from = ClientSide.HEADROOM;
    int to = filledTo;
    long length = body.length();
    int start = from;
    byte[] name = exchange.clientModel;
    if (name != null && !opaque(answer)) {
      start = restamp(buffer, from, to, name);
      if (length >= 0) {
        length += from - start;
      }
    }
    client.start(head(exchange, answer), length);
    tap.piece(buffer, from, to);
    exchange.record(buffer, start, to);
    client.write(buffer, start, to);
    long seen = (long) to - from;
    try {
      int room = buffer.length - TAIL;
      // One piece is kept until the next has come, so that the last one leaves when all is settled.
      int kept = from;
      while (true) {
        if (body.length() >= 0 && seen == body.length()) {
          break;
        }
        if (kept > from) {
          client.write(buffer, from, kept);
        }
        int count = read(exchange, call, body, buffer, from, room - from);
        if (count < 0) {
          kept = from;
          break;
        }
        kept = from + count;
        seen += count;
        tap.piece(buffer, from, kept);
        exchange.record(buffer, from, kept);
      }
      tap.end();
      exchange.learn(tap, answer);
      settle.run(exchange);
      client.finish(buffer, from, kept);
    } catch (UpstreamException e) {
      // The head has left with a length or in chunks: breaking off is the only honest end.
      errors.denial(exchange, e);
      client.abort();
    }
  }

  /** A body that transforms want to see: whole, up to the bound of a frame. */
  private void edited(
      Exchange exchange, AttemptCall call, Answer answer, AnswerBody body, FrameEdits.Chain chain)
      throws IOException {
    byte[] whole = new byte[16 * 1024];
    int size = 0;
    try {
      int count;
      while ((count = read(exchange, call, body, whole, size, whole.length - size)) >= 0) {
        size += count;
        if (size > exchange.state.settings().frameBytes()) {
          throw new UpstreamException(
              UpstreamException.Kind.TOO_LARGE,
              "the answer is larger than headgate.limits.frame-bytes");
        }
        if (size == whole.length) {
          whole = java.util.Arrays.copyOf(whole, size * 2);
        }
      }
    } catch (UpstreamException e) {
      throw errors.failed(exchange, e);
    }
    AnswerTap tap = exchange.openTap();
    tap.answer(whole, 0, size);
    exchange.learn(tap, answer);
    byte[] out = chain.whole(whole, 0, size);
    exchange.record(out, 0, out.length);
    settle.run(exchange);
    exchange.client.send(head(exchange, answer), out, 0, out.length);
  }

  private ResponseHead head(Exchange exchange, Answer answer) {
    ResponseHead head = exchange.client.response(answer.status());
    Bytes type = answer.headers().find("content-type");
    if (type != null) {
      head.header("content-type", type);
    }
    if (opaque(answer)) {
      Bytes encoding = answer.headers().find("content-encoding");
      if (encoding != null) {
        head.header("content-encoding", encoding);
      }
    }
    headers.own(exchange, head);
    headers.provider(answer.headers(), head);
    return head;
  }

  /** Whether the body is encoded in a way that the gateway does not look into. */
  private static boolean opaque(Answer answer) {
    return ContentCoding.of(answer.headers()) == ContentCoding.OPAQUE;
  }

  /** One read, with the time that it took booked on the upstream. */
  static int read(
      Exchange exchange, AttemptCall call, AnswerBody body, byte[] buffer, int at, int room)
      throws IOException {
    long started = exchange.state.clock().nanoTime();
    call.phase(PhaseClock.Phase.IDLE);
    exchange.awaitUpstream(started);
    try {
      int count = body.read(buffer, at, room);
      if (exchange.firstByteNanos < 0 && count > 0) {
        exchange.firstByteNanos = exchange.state.clock().nanoTime() - exchange.startNanos();
      }
      return count;
    } catch (UpstreamException e) {
      throw e;
    } catch (IOException e) {
      throw new UpstreamException(
          UpstreamException.Kind.TRUNCATED, "the upstream's answer broke off", e);
    } finally {
      exchange.rest();
      exchange.upstreamNanos += exchange.state.clock().nanoTime() - started;
    }
  }
}
