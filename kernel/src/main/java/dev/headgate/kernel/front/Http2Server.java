package dev.headgate.kernel.front;

import dev.headgate.kernel.http.BodyBuffers;
import dev.headgate.kernel.http.RequestHandler;
import dev.headgate.kernel.http.ServerLimits;
import dev.headgate.kernel.net.Wire;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.http.HttpPrologue;
import io.helidon.http.http2.Http2FrameHeader;
import io.helidon.http.http2.Http2Headers;
import io.helidon.http.http2.Http2RstStream;
import io.helidon.http.http2.Http2Settings;
import io.helidon.http.http2.Http2StreamState;
import io.helidon.http.http2.Http2StreamWriter;
import io.helidon.http.http2.Http2WindowUpdate;
import io.helidon.http.http2.StreamFlowControl;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import io.helidon.webserver.http2.spi.Http2SubProtocolSelector;
import io.helidon.webserver.http2.spi.SubProtocolResult;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * Helidon's HTTP/2 on connections that we accepted. Every stream is handed to us as a sub-protocol
 * before Helidon's routing is asked, and is served to its end on the thread that Helidon gave it.
 */
final class Http2Server {
  /** Helidon ends the connection beyond this; ours is refused stream by stream long before. */
  private static final long STREAMS_OF_HELIDON = 8192;

  private final RequestHandler handler;
  private final ServerLimits limits;
  private final BodyBuffers buffers;
  private final int maxStreams;
  private final BooleanSupplier draining;
  private final Limit limit = FixedLimit.create();
  private final Http2ConnectionSelector selector;
  private final Set<Http2Session> sessions = ConcurrentHashMap.newKeySet();
  private final ExecutorService streamThreads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("stream").factory());

  Http2Server(
      RequestHandler handler,
      ServerLimits limits,
      BodyBuffers buffers,
      int maxStreams,
      BooleanSupplier draining) {
    this.draining = draining;
    this.handler = handler;
    this.limits = limits;
    this.buffers = buffers;
    this.maxStreams = maxStreams;
    this.selector =
        Http2ConnectionSelector.builder()
            .http2Config(
                Http2Config.builder()
                    .maxFrameSize(Frames.MAX_PAYLOAD)
                    .initialWindowSize(Frames.RECEIVE_WINDOW)
                    .maxConcurrentStreams(STREAMS_OF_HELIDON)
                    .maxHeaderListSize(limits.headBytes() + 1024L)
                    .validatePath(false)
                    .validateRequestHeaders(false)
                    .sendErrorDetails(false)
                    .build())
            .addSubProtocolSelector(new EveryStream())
            .build();
  }

  /** Takes each stream. */
  private static final class EveryStream implements Http2SubProtocolSelector {
    @Override
    public SubProtocolResult subProtocol(
        ConnectionContext context,
        HttpPrologue prologue,
        Http2Headers headers,
        Http2StreamWriter streamWriter,
        int streamId,
        Http2Settings serverSettings,
        Http2Settings clientSettings,
        StreamFlowControl flowControl,
        Http2StreamState currentState,
        Router router) {
      Http2Session session = ((Http2Context) context).session();
      return new SubProtocolResult(true, new WholeExchange(session, streamId, headers));
    }
  }

  /** Runs the exchange as soon as there is a stream; when that returns, the stream is over. */
  private record WholeExchange(Http2Session session, int streamId, Http2Headers headers)
      implements Http2SubProtocolSelector.SubProtocolHandler {
    @Override
    public void init() {
      session.serve(streamId, headers);
    }

    @Override
    public Http2StreamState streamState() {
      return Http2StreamState.CLOSED;
    }

    @Override
    public void rstStream(Http2RstStream reset) {
      session.resetByClient(streamId);
    }

    @Override
    public void windowUpdate(Http2WindowUpdate update) {
      session.window(streamId, update.windowSizeIncrement());
    }

    @Override
    public void data(Http2FrameHeader header, BufferData data) {
      throw new IllegalStateException("data goes to its stream without passing here");
    }
  }

  /** Serves a connection to its end. */
  void serve(Wire wire) {
    Http2Session session = new Http2Session(wire, this);
    sessions.add(session);
    if (draining.getAsBoolean()) {
      session.drain();
    }
    session.run();
  }

  /** Has Helidon run a connection. */
  void handle(Http2Context context) throws InterruptedException {
    selector.connection(context).handle(limit);
  }

  void forget(Http2Session session) {
    sessions.remove(session);
  }

  void tick(long now) {
    for (Http2Session session : sessions) {
      session.tick(now);
    }
  }

  void drain() {
    sessions.forEach(Http2Session::drain);
  }

  void kill() {
    sessions.forEach(Http2Session::kill);
  }

  RequestHandler handler() {
    return handler;
  }

  ServerLimits limits() {
    return limits;
  }

  BodyBuffers buffers() {
    return buffers;
  }

  int maxStreams() {
    return maxStreams;
  }

  ExecutorService streamThreads() {
    return streamThreads;
  }
}
