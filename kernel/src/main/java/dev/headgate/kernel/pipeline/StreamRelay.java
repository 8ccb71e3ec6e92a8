package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.answer.AnswerModel;
import dev.headgate.kernel.answer.AnswerTap;
import dev.headgate.kernel.answer.SseFrames;
import dev.headgate.kernel.http.ClientSide;
import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.kernel.transport.RawBody;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.provider.FailureClass;
import dev.headgate.spi.provider.UpstreamException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Relays a stream of events. Every event that is whole leaves at once, its bytes untouched and
 * never split; events that came together leave together. An event that is not whole yet waits in
 * the buffer, which grows up to the bound of a frame, so nothing that the gateway adds can ever
 * stand in the middle of one. The head leaves with the first event: until then a failure is a plain
 * error.
 */
final class StreamRelay {
  private static final int TAIL = 16;
  private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOTHING = new byte[0];
  private static final long DRAIN_NANOS = 200_000_000L;

  private final AnswerHeaders headers;
  private final Settle settle;
  private final UpstreamErrors errors;
  private final FrameEdits edits;

  StreamRelay(AnswerHeaders headers, Settle settle, UpstreamErrors errors, FrameEdits edits) {
    this.headers = headers;
    this.settle = settle;
    this.errors = errors;
    this.edits = edits;
  }

  void run(Exchange exchange, AttemptCall call, Answer answer, AnswerBody body) throws IOException {
    Stream stream = new Stream(exchange, call, answer, body);
    try {
      stream.relay();
    } catch (UpstreamException e) {
      stream.broke(e);
    }
  }

  /** One stream on its way. */
  private final class Stream {
    private final Exchange exchange;
    private final ClientSide client;
    private final AttemptCall call;
    private final Answer answer;
    private final AnswerBody body;
    private final AnswerTap tap;
    private final FrameEdits.@Nullable Chain chain;
    private byte[] buffer;
    private int to = ClientSide.HEADROOM;
    private int scanned = ClientSide.HEADROOM;
    private boolean started;

    Stream(Exchange exchange, AttemptCall call, Answer answer, AnswerBody body) {
      this.exchange = exchange;
      this.client = exchange.client;
      this.call = call;
      this.answer = answer;
      this.body = body;
      this.tap = exchange.openTap();
      this.chain = edits.open(exchange, true);
      this.buffer = client.buffer();
    }

    void relay() throws IOException {
      int from = ClientSide.HEADROOM;
      while (true) {
        if (to + TAIL >= buffer.length) {
          grow();
        }
        int count = PlainRelay.read(exchange, call, body, buffer, to, buffer.length - TAIL - to);
        if (count < 0) {
          ended();
          return;
        }
        to += count;
        int whole = events();
        if (tap.terminated()) {
          close(from, whole);
          return;
        }
        if (whole > from) {
          send(from, whole);
        }
        System.arraycopy(buffer, whole, buffer, from, to - whole);
        scanned -= whole - from;
        to -= whole - from;
      }
    }

    /**
     * Looks at the events that have become whole, and takes out the one that only the gateway asked
     * for.
     *
     * @return one after the last whole event
     */
    private int events() throws UpstreamException {
      int start = ClientSide.HEADROOM;
      while (true) {
        int end = SseFrames.end(buffer, start, Math.max(start, scanned), to);
        if (end < 0) {
          scanned = Math.max(start, to - 3);
          return start;
        }
        tap.event(buffer, start, end);
        if (exchange.clientModel != null && exchange.state.settings().restampFrames()) {
          end = restamp(start, end, exchange.clientModel);
        }
        if (call.withholdsUsage() && tap.usageOnly()) {
          System.arraycopy(buffer, end, buffer, start, to - end);
          to -= end - start;
          end = start;
        }
        start = end;
        scanned = end;
        if (tap.terminated()) {
          return start;
        }
      }
    }

    /**
     * Writes the name that the client used into an event, where the operator asked for that.
     *
     * @return where the event ends now
     */
    private int restamp(int start, int end, byte[] name) throws UpstreamException {
      int data = start;
      while (data < end && buffer[data] != '{') {
        data++;
      }
      long place = data == end ? AnswerModel.ABSENT : AnswerModel.find(buffer, data, end);
      if (place < 0) {
        return end;
      }
      int from = AnswerModel.start(place);
      int after = AnswerModel.end(place);
      int more = name.length - (after - from);
      while (to + more + TAIL >= buffer.length) {
        grow();
      }
      System.arraycopy(buffer, after, buffer, after + more, to - after);
      System.arraycopy(name, 0, buffer, from, name.length);
      to += more;
      return end + more;
    }

    private void grow() throws UpstreamException {
      int most = exchange.state.settings().frameBytes();
      int frame = buffer.length - ClientSide.HEADROOM;
      if (frame >= most) {
        throw new UpstreamException(
            UpstreamException.Kind.TOO_LARGE,
            "a frame of the stream is larger than "
                + most
                + " bytes (headgate.limits.frame-bytes)");
      }
      byte[] larger = new byte[ClientSide.HEADROOM + TAIL + Math.min(most, frame * 2)];
      System.arraycopy(
          buffer, ClientSide.HEADROOM, larger, ClientSide.HEADROOM, to - ClientSide.HEADROOM);
      buffer = larger;
      client.buffer(larger);
    }

    private void start() {
      if (!started) {
        started = true;
        ResponseHead head = client.response(answer.status());
        Bytes type = answer.headers().find("content-type");
        if (type != null) {
          head.header("content-type", type);
        }
        head.header("cache-control", "no-cache");
        head.header("x-accel-buffering", "no");
        headers.own(exchange, head);
        headers.provider(answer.headers(), head);
        client.start(head, -1);
      }
    }

    private void send(int from, int whole) throws IOException {
      start();
      if (chain == null) {
        exchange.record(buffer, from, whole);
        client.write(buffer, from, whole);
        return;
      }
      edit(from, whole);
    }

    /** Transforms see the events one by one. */
    private void edit(int from, int whole) throws IOException {
      FrameEdits.Chain editors = java.util.Objects.requireNonNull(chain);
      int start = from;
      while (start < whole) {
        int end = SseFrames.end(buffer, start, start, whole);
        if (end < 0) {
          end = whole;
        }
        for (byte[] frame : editors.frame(buffer, start, end)) {
          emit(frame);
        }
        start = end;
      }
    }

    private void emit(byte[] frame) throws IOException {
      exchange.record(frame, 0, frame.length);
      client.write(frame, 0, frame.length);
    }

    /** The terminal event is there: settle, send it, and let the upstream finish its framing. */
    private void close(int from, int whole) throws IOException {
      start();
      if (chain == null) {
        exchange.record(buffer, from, whole);
        settled();
        client.finish(buffer, from, whole);
      } else {
        int last = lastEvent(from, whole);
        edit(from, last);
        for (byte[] frame : chain.end()) {
          emit(frame);
        }
        exchange.record(buffer, last, whole);
        settled();
        client.finish(buffer, last, whole);
      }
      drain();
    }

    private int lastEvent(int from, int whole) {
      int start = from;
      while (true) {
        int end = SseFrames.end(buffer, start, start, whole);
        if (end < 0 || end >= whole) {
          return start;
        }
        start = end;
      }
    }

    private void settled() {
      exchange.learn(tap, answer);
      settle.run(exchange);
    }

    /** Reads the end of the upstream's framing, so that its connection can be used again. */
    private void drain() {
      if (body instanceof RawBody raw && raw.complete()) {
        return;
      }
      try {
        exchange.waitUntil(
            exchange.state.clock().nanoTime() + DRAIN_NANOS, CancelReason.IDLE_TIMEOUT);
        byte[] rest = new byte[256];
        for (int i = 0; i < 4 && body.read(rest, 0, rest.length) >= 0; i++) {
          // What comes after the terminal event is nobody's.
          exchange.rest();
        }
      } catch (IOException e) {
        // The answer is complete; its connection is simply not used again.
        exchange.rest();
      }
    }

    /** The upstream ended its answer properly, without a terminal event. */
    private void ended() throws IOException {
      int from = ClientSide.HEADROOM;
      if (to > from) {
        // A last event without its blank line.
        buffer[to++] = '\n';
        buffer[to++] = '\n';
        tap.event(buffer, from, to);
        if (call.withholdsUsage() && tap.usageOnly()) {
          to = from;
        }
        if (tap.terminated()) {
          close(from, to);
          return;
        }
      }
      if (!started && to == from) {
        throw new UpstreamException(
            UpstreamException.Kind.TRUNCATED, "the upstream's stream ended without an event");
      }
      if (exchange.dialect() != Dialect.OPENAI && !tap.failed()) {
        throw new UpstreamException(
            UpstreamException.Kind.TRUNCATED, "the upstream's stream ended before its last event");
      }
      if (to > from) {
        send(from, to);
      }
      start();
      finishWithTerminator();
    }

    private void finishWithTerminator() throws IOException {
      if (chain != null) {
        for (byte[] frame : chain.end()) {
          emit(frame);
        }
      }
      settled();
      byte[] last = exchange.dialect() == Dialect.OPENAI && !tap.failed() ? DONE : NOTHING;
      exchange.record(last, 0, last.length);
      client.finish(last, 0, last.length);
    }

    /** The stream broke off. */
    void broke(UpstreamException e) throws IOException {
      boolean clientLeft = exchange.cancelReason() == CancelReason.CLIENT_GONE;
      if (started && !clientLeft && accepted(e)) {
        finishWithTerminator();
        return;
      }
      exchange.learn(tap, answer);
      if (!started) {
        throw errors.failed(exchange, e);
      }
      Denial denial = errors.denial(exchange, e);
      exchange.failure =
          java.util.Objects.requireNonNullElse(exchange.failure, FailureClass.BAD_GATEWAY);
      settle.run(exchange);
      if (clientLeft) {
        client.abort();
        return;
      }
      byte[] event = ErrorBody.event(exchange.dialect(), denial.code("500"));
      client.finish(event, 0, event.length);
    }

    /** A stream that said why it finished is complete although its connection broke after that. */
    private boolean accepted(UpstreamException e) {
      return e.kind() == UpstreamException.Kind.TRUNCATED
          && exchange.dialect() == Dialect.OPENAI
          && tap.finished()
          && to == ClientSide.HEADROOM;
    }
  }
}
