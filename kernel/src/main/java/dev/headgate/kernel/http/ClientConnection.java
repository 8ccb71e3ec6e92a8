package dev.headgate.kernel.http;

import dev.headgate.kernel.net.Wire;
import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection of a client: reads a request, has it answered, and goes on to the next,
 * all on one virtual thread. It also is the {@link ClientSide} of each of its exchanges in turn.
 *
 * <p>Deadlines cost no timed reads: the connection states until when its present phase may last,
 * and the watch thread, which looks at every connection a few times a second, ends what is overdue.
 * While an exchange waits for its upstream, nobody reads here; then the watch thread looks whether
 * the client has left ({@link #gone}). That never coincides with a read of ours: looking is allowed
 * only between {@link #watch} with an exchange and {@link #watch} with null.
 */
final class ClientConnection implements ClientSide, Runnable {
  /** Waiting for the first byte of a request. */
  private static final int IDLE = 0;

  /** Reading a head. */
  private static final int HEAD = 1;

  /** Reading a body. */
  private static final int BODY = 2;

  /** An exchange runs. */
  private static final int EXCHANGE = 3;

  /** Closed, or about to be. */
  private static final int CLOSED = 4;

  private static final byte[] NOTHING = new byte[0];
  private static final int LINGER_BYTES = 1 << 20;
  private static final long LINGER_NANOS = 1_000_000_000L;

  private final Wire wire;
  private final RequestHandler handler;
  private final Listener listener;
  private final ServerLimits limits;
  private final RequestReader reader;
  private final ResponseWriter writer;
  private final ParsedHead head;
  private final AtomicInteger phase = new AtomicInteger(IDLE);
  private final Object looking = new Object();

  private volatile long deadline;
  private volatile long writeDeadline;
  private volatile @Nullable InFlight inFlight;
  private volatile boolean overdue;
  private byte @Nullable [] early;
  private int earlyCount;
  private boolean keepAlive;
  private long startNanos;
  private @Nullable Object attachment;

  ClientConnection(Wire wire, Listener listener, BodyBuffers buffers) {
    this.wire = wire;
    this.listener = listener;
    this.handler = listener.handler();
    this.limits = listener.limits();
    this.reader = new RequestReader(wire, buffers, 16 * 1024, limits.headBytes());
    this.writer = new ResponseWriter(wire, HEADROOM + 16 * 1024);
    this.head = new ParsedHead(limits.headerLines());
    this.head.peer(wire.remoteAddress(), wire.secure());
    this.deadline = listener.now() + limits.headNanos();
  }

  @Override
  public void run() {
    try {
      while (next()) {
        serve();
        if (!keepAlive) {
          break;
        }
      }
    } catch (BadRequestException e) {
      refuse(e);
    } catch (IOException e) {
      // The client's connection failed between requests; there is nobody to tell.
      keepAlive = false;
    } finally {
      phase.set(CLOSED);
      reader.release();
      if (keepAlive || writer.committed()) {
        lingeringClose();
      }
      wire.close();
      listener.closed(this);
    }
  }

  /** Waits for the next request and parses its head; false when there is none. */
  private boolean next() throws IOException {
    keepAlive = true;
    takeEarly();
    reader.skipEmptyLines();
    while (!reader.ahead()) {
      deadline = listener.now() + limits.idleNanos();
      if (!reader.fill()) {
        return false;
      }
      reader.skipEmptyLines();
    }
    if (!phase.compareAndSet(IDLE, HEAD)) {
      return false;
    }
    startNanos = listener.now();
    deadline = startNanos + limits.headNanos();
    writer.begin(true, false);
    int known = 0;
    int end;
    while ((end = reader.headEnd(known)) < 0) {
      known = reader.limit() - reader.start();
      if (!reader.fill()) {
        if (overdue) {
          throw new BadRequestException(
              408, "the request head did not come within headgate.server.head-timeout");
        }
        return false;
      }
    }
    head.parse(reader.buffer(), reader.start(), end);
    reader.begin(head);
    keepAlive = head.keepAlive();
    writer.begin(head.http11(), head.method().equals("HEAD"));
    phase.set(EXCHANGE);
    deadline = 0;
    return true;
  }

  private void takeEarly() {
    synchronized (looking) {
      if (earlyCount > 0 && early != null) {
        reader.append(early, earlyCount);
        earlyCount = 0;
      }
    }
  }

  private void serve() {
    handler.handle(this);
    watch(null);
    if (!writer.finished() || !reader.complete(head) || listener.draining()) {
      keepAlive = false;
    } else {
      reader.end(head);
    }
    if (keepAlive && !phase.compareAndSet(EXCHANGE, IDLE)) {
      keepAlive = false;
    }
  }

  private void refuse(BadRequestException e) {
    keepAlive = false;
    if (writer.committed()) {
      return;
    }
    handler.reject(this, e.status(), e.text());
  }

  /**
   * Says goodbye so that the answer arrives although the client may still be sending: closing a
   * socket with unread bytes makes the kernel throw away what the peer has not read yet.
   */
  private void lingeringClose() {
    if (overdue) {
      return;
    }
    try {
      wire.endOutput();
      deadline = listener.now() + LINGER_NANOS;
      byte[] sink = reader.buffer();
      int total = 0;
      int count;
      while (total < LINGER_BYTES && (count = wire.read(sink, 0, sink.length)) >= 0) {
        total += count;
      }
    } catch (IOException e) {
      // Closing is all that is left to do, and it follows.
      overdue = true;
    }
  }

  /** Looked at by the watch thread. */
  void tick(long now) {
    InFlight exchange = inFlight;
    if (exchange != null) {
      exchange.tick(now);
    }
    long write = writeDeadline;
    if (write != 0 && now - write > 0) {
      wire.close();
      return;
    }
    long until = deadline;
    if (until == 0 || now - until < 0) {
      return;
    }
    deadline = 0;
    overdue = true;
    switch (phase.get()) {
      case HEAD, BODY -> wire.endInput();
      case EXCHANGE -> {}
      default -> {
        if (phase.compareAndSet(IDLE, CLOSED) || phase.get() == CLOSED) {
          wire.close();
        }
      }
    }
  }

  /** The gateway stops: an idle connection ends now, a busy one after its answer. */
  void drain() {
    if (phase.get() == IDLE && phase.compareAndSet(IDLE, CLOSED)) {
      wire.close();
    }
  }

  /** The time for stopping is over. */
  void kill() {
    phase.set(CLOSED);
    wire.close();
  }

  Wire wire() {
    return wire;
  }

  @Override
  public ParsedHead head() {
    return head;
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  @Override
  public @Nullable Object attachment() {
    return attachment;
  }

  @Override
  public void attach(Object kept) {
    attachment = kept;
  }

  @Override
  public void receive(long limit) throws IOException {
    phase.set(BODY);
    deadline = listener.now() + limits.bodyNanos();
    try {
      if (!reader.receive(head, limit)) {
        keepAlive = false;
        if (overdue) {
          throw new DenialException(
              Denial.of(
                      408,
                      "timeout_error",
                      "The request body did not come within headgate.server.body-timeout.")
                  .param("request_body"));
        }
        throw new ClientGoneException(new IOException("the body ended before its length"));
      }
    } catch (BadRequestException e) {
      keepAlive = false;
      throw new DenialException(
          Denial.of(
                  e.status(),
                  "invalid_request_error",
                  "The request is malformed: " + e.text() + ".")
              .param("request_body"));
    } catch (DenialException | ClientGoneException e) {
      keepAlive = false;
      throw e;
    } catch (IOException e) {
      keepAlive = false;
      throw new ClientGoneException(e);
    }
    deadline = 0;
    phase.set(EXCHANGE);
  }

  @Override
  public byte[] body() {
    return reader.body();
  }

  @Override
  public int bodyFrom() {
    return reader.bodyFrom();
  }

  @Override
  public int bodyTo() {
    return reader.bodyTo();
  }

  @Override
  public void releaseBody() {
    reader.release();
  }

  @Override
  public byte[] buffer() {
    return writer.buffer();
  }

  @Override
  public void buffer(byte[] larger) {
    writer.buffer(larger);
  }

  @Override
  public ResponseHead response(int status) {
    return writer.head(status);
  }

  @Override
  public void send(ResponseHead response, byte[] array, int from, int to)
      throws ClientGoneException {
    if (!reader.complete(head) || listener.draining()) {
      keepAlive = false;
    }
    writeDeadline = listener.now() + limits.writeNanos();
    try {
      writer.send(response, keepAlive, array, from, to);
    } catch (IOException e) {
      throw gone(e);
    } finally {
      writeDeadline = 0;
    }
  }

  @Override
  public void start(ResponseHead response, long length) {
    if (listener.draining() || !reader.complete(head) || (length < 0 && !head.http11())) {
      keepAlive = false;
    }
    writer.start(response, keepAlive, length);
  }

  @Override
  public void write(byte[] array, int from, int to) throws ClientGoneException {
    writeDeadline = listener.now() + limits.writeNanos();
    try {
      writer.write(array, from, to);
    } catch (IOException e) {
      throw gone(e);
    } finally {
      writeDeadline = 0;
    }
  }

  @Override
  public void finish(byte[] array, int from, int to) throws ClientGoneException {
    writeDeadline = listener.now() + limits.writeNanos();
    try {
      writer.finish(array, from, to);
    } catch (IOException e) {
      throw gone(e);
    } finally {
      writeDeadline = 0;
    }
  }

  private ClientGoneException gone(IOException cause) {
    keepAlive = false;
    overdue = true;
    return new ClientGoneException(cause);
  }

  @Override
  public boolean committed() {
    return writer.committed();
  }

  @Override
  public boolean finished() {
    return writer.finished();
  }

  @Override
  public void abort() {
    keepAlive = false;
    overdue = true;
    wire.close();
  }

  @Override
  public boolean gone() {
    synchronized (looking) {
      if (inFlight == null) {
        return false;
      }
      byte[] ahead = early == null ? NOTHING : early;
      if (ahead.length == 0) {
        ahead = new byte[1024];
        early = ahead;
      }
      if (earlyCount == ahead.length) {
        return false;
      }
      int count = wire.probe(ahead, earlyCount, ahead.length - earlyCount);
      if (count > 0) {
        earlyCount += count;
      }
      return count < 0;
    }
  }

  @Override
  public void stopReceiving() {
    wire.endInput();
  }

  @Override
  public void watch(@Nullable InFlight exchange) {
    synchronized (looking) {
      inFlight = exchange;
    }
  }
}
