package dev.headgate.kernel.front;

import dev.headgate.kernel.http.BodyBuffers;
import dev.headgate.kernel.http.ServerLimits;
import dev.headgate.kernel.net.Wire;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import io.helidon.http.http2.Http2Headers;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One HTTP/2 connection: its streams under way and how it ends. Helidon runs the connection (its
 * settings, heads, pings and errors); what belongs to a stream comes here by way of the {@link
 * FrameReader}.
 *
 * <p>A stream is known from the first byte of its head until its answer has ended, so a client that
 * leaves is noticed whatever the stream is doing. The connection is watched until the last stream
 * has noticed.
 */
final class Http2Session {
  private static final System.Logger LOG = System.getLogger(Http2Session.class.getName());
  private static final int MOST_EARLY_RESETS = 200;
  private static final long EARLY_RESET_NANOS = 10_000_000_000L;
  private static final long FAREWELL_NANOS = 1_000_000_000L;
  private static final int FAREWELL_BYTES = 1 << 20;

  private final Wire wire;
  private final Http2Server server;
  private final FrameReader reader;
  private final FrameWriter writer;
  private final SendWindow sendWindow = new SendWindow();
  private final ReceiveWindow receiveWindow = new ReceiveWindow();
  private final Map<Integer, Http2ClientSide> streams = new ConcurrentHashMap<>();
  private final AtomicBoolean saidGoodbye = new AtomicBoolean();
  private volatile int highest;
  private volatile int lastServed = Integer.MAX_VALUE;
  private volatile boolean goAwaySent;
  private volatile boolean over;
  private volatile long closeAt;
  private volatile long lastActivity = System.nanoTime();
  private int earlyResets;
  private long earlyResetsSince;

  Http2Session(Wire wire, Http2Server server) {
    this.wire = wire;
    this.server = server;
    this.reader = new FrameReader(wire, this);
    this.writer = new FrameWriter(wire, this);
  }

  /** Serves the connection to its end, on its own thread. */
  void run() {
    boolean farewell = false;
    try {
      writer.limitStreams(server.maxStreams());
      DataReader frames = DataReader.create(reader::next);
      server.handle(new Http2Context(this, server.streamThreads(), frames, writer));
      farewell = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      // Helidon ends a connection that the client closed by an exception, too.
      LOG.log(System.Logger.Level.DEBUG, "an HTTP/2 connection ended: {0}", e.getMessage());
    }
    over = true;
    streams.values().forEach(Http2ClientSide::leftByClient);
    if (farewell) {
      sayFarewell();
    }
    wire.close();
    forgetWhenOver();
  }

  /** Lets the last words arrive: closing with unread bytes would take them from the client. */
  private void sayFarewell() {
    closeAt = System.nanoTime() + FAREWELL_NANOS;
    wire.endOutput();
    byte[] sink = new byte[4096];
    int total = 0;
    try {
      int count;
      while (total < FAREWELL_BYTES && (count = wire.read(sink, 0, sink.length)) >= 0) {
        total += count;
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a client left without a farewell: {0}", e.getMessage());
    }
  }

  private void forgetWhenOver() {
    if (over && streams.isEmpty()) {
      server.forget(this);
    }
  }

  /** Answers one request, on the stream's thread. */
  void serve(int id, Http2Headers headers) {
    Http2ClientSide stream = streams.get(id);
    if (stream == null) {
      return;
    }
    try {
      if (id > lastServed || stream.refused()) {
        stream.breakOff(Frames.REFUSED_STREAM);
      } else {
        stream.serve(headers, server.handler());
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a stream broke: {0}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "answering a request failed", e);
      wire.close();
    } finally {
      end(id);
    }
  }

  private void end(int id) {
    streams.remove(id);
    lastActivity = System.nanoTime();
    endWhenIdle();
    forgetWhenOver();
  }

  /** A head begins: a new stream, or the trailers of one. */
  void head(int id, boolean endStream) {
    Http2ClientSide stream = streams.get(id);
    if (stream == null && id > highest) {
      stream = new Http2ClientSide(id, !endStream, this);
      highest = id;
      if (streams.size() >= server.maxStreams()) {
        stream.refuse();
      }
      streams.put(id, stream);
      lastActivity = System.nanoTime();
    }
    if (stream != null && endStream) {
      stream.incoming().end();
    }
  }

  /** A part of a body. */
  void data(int id, byte[] array, int from, int count, int frameLength, boolean end) {
    if (!receiveWindow.arrived(frameLength)) {
      throw new Http2Exception(Http2ErrorCode.FLOW_CONTROL, "more data than was granted");
    }
    Http2ClientSide stream = streams.get(id);
    if (stream == null) {
      // The stream has ended here, and the client does not know yet.
      grant(0, receiveWindow.release(frameLength));
      return;
    }
    boolean dealtWith = stream.incoming().arrived(array, from, count);
    release(stream, dealtWith ? frameLength : frameLength - count);
    if (end) {
      stream.incoming().end();
    }
  }

  /** Bytes of a stream's body have been dealt with: the client may send as many again. */
  void release(Http2ClientSide stream, int count) {
    if (count > 0) {
      grant(0, receiveWindow.release(count));
      grant(stream.incoming().ended() ? 0 : stream.id(), stream.receiveWindow().release(count));
    }
  }

  private void grant(int id, int count) {
    if (count == 0) {
      return;
    }
    try {
      writer.grant(id, count);
    } catch (IOException e) {
      // A connection that takes no frame is of no use any more, and the reader will say so.
      wire.close();
    }
  }

  /** The client resets a stream. */
  void resetByClient(int id) {
    Http2ClientSide stream = streams.get(id);
    if (stream == null) {
      return;
    }
    stream.leftByClient();
    if (!stream.committed()) {
      countEarlyReset();
    }
  }

  /** Requests that are reset at once cost us more than the client: a flood of them ends. */
  private void countEarlyReset() {
    long now = System.nanoTime();
    if (earlyResets == 0 || now - earlyResetsSince > EARLY_RESET_NANOS) {
      earlyResets = 0;
      earlyResetsSince = now;
    }
    if (++earlyResets > MOST_EARLY_RESETS) {
      throw new Http2Exception(Http2ErrorCode.ENHANCE_YOUR_CALM, "too many streams were reset");
    }
  }

  /** Helidon has refused a head. */
  void resetByHelidon(int id) {
    Http2ClientSide stream = streams.get(id);
    if (stream != null) {
      stream.leftByClient();
      if (stream.unserved()) {
        end(id);
      }
    }
  }

  /** The client takes more, on a stream or on the connection. */
  void window(int id, int increment) {
    if (id == 0) {
      if (increment == 0) {
        throw new Http2Exception(Http2ErrorCode.PROTOCOL, "a window grows by nothing");
      }
      if (!sendWindow.grow(increment)) {
        throw new Http2Exception(Http2ErrorCode.FLOW_CONTROL, "the window is too large");
      }
      return;
    }
    Http2ClientSide stream = streams.get(id);
    if (stream == null) {
      return;
    }
    try {
      if (increment == 0) {
        stream.breakOff(Frames.PROTOCOL_ERROR);
      } else if (!sendWindow.grow(stream, increment)) {
        stream.breakOff(Frames.FLOW_CONTROL_ERROR);
      }
    } catch (IOException e) {
      wire.close();
    }
  }

  /** The client opens no more streams; those under way are answered. */
  void clientLeaves() {
    drain();
  }

  /** No stream after those under way is served, and the connection ends after them. */
  void drain() {
    if (!saidGoodbye.compareAndSet(false, true)) {
      return;
    }
    lastServed = highest;
    Thread.ofVirtual()
        .name("farewell")
        .start(() -> {
          try {
            writer.goAway(lastServed);
          } catch (IOException e) {
            wire.close();
          }
          goAwaySent = true;
          endWhenIdle();
        });
  }

  private void endWhenIdle() {
    if (goAwaySent && streams.isEmpty() && closeAt == 0) {
      closeAt = System.nanoTime() + FAREWELL_NANOS;
      wire.endOutput();
    }
  }

  /** Looked at by the watch thread. */
  void tick(long now) {
    for (Http2ClientSide stream : streams.values()) {
      stream.tick(now);
      if (stream.headOverdue(now)) {
        wire.close();
      }
    }
    long until = closeAt;
    if (writer.overdue(now) || (until != 0 && now - until > 0)) {
      wire.close();
    }
    if (streams.isEmpty() && now - lastActivity > server.limits().idleNanos()) {
      drain();
    }
  }

  /** The time for stopping is over. */
  void kill() {
    wire.close();
  }

  int highest() {
    return highest;
  }

  Wire wire() {
    return wire;
  }

  FrameWriter writer() {
    return writer;
  }

  SendWindow sendWindow() {
    return sendWindow;
  }

  ServerLimits limits() {
    return server.limits();
  }

  BodyBuffers buffers() {
    return server.buffers();
  }
}
