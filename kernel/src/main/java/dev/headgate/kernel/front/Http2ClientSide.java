package dev.headgate.kernel.front;

import dev.headgate.kernel.http.BadRequestException;
import dev.headgate.kernel.http.ClientGoneException;
import dev.headgate.kernel.http.ClientSide;
import dev.headgate.kernel.http.InFlight;
import dev.headgate.kernel.http.ParsedHead;
import dev.headgate.kernel.http.RequestHandler;
import dev.headgate.kernel.http.ResponseHead;
import dev.headgate.kernel.http.ServerLimits;
import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;
import io.helidon.http.http2.Http2Headers;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One stream of an HTTP/2 connection: a request and the way back to its client. */
final class Http2ClientSide implements ClientSide {
  private @Nullable Object attachment;
  private static final byte[] NOTHING = new byte[0];
  private static final long REST_BYTES = 1 << 20;
  private static final long REST_NANOS = 2_000_000_000L;

  /** By how much the window differs from what the client gives every stream; see the window. */
  long windowChange;

  private final int id;
  private final boolean bodyFollows;
  private final Http2Session session;
  private final ServerLimits limits;
  private final StreamBody body;
  private final ReceiveWindow receiveWindow = new ReceiveWindow();
  private final ParsedHead head;
  private final ResponseHead response = new ResponseHead();
  private final HeaderBlock block = new HeaderBlock();
  private final long startNanos = System.nanoTime();

  private byte[] buffer = NOTHING;
  private boolean headPending;
  private boolean bodyless;
  private long left;
  private boolean finished;
  private boolean received;
  private volatile boolean refused;
  private volatile boolean committed;
  private volatile boolean served;
  private volatile boolean gone;
  private volatile boolean closed;
  private volatile long bodyDeadline;
  private volatile long writeDeadline;
  private volatile @Nullable InFlight inFlight;

  Http2ClientSide(int id, boolean bodyFollows, Http2Session session) {
    this.id = id;
    this.bodyFollows = bodyFollows;
    this.session = session;
    this.limits = session.limits();
    this.body = new StreamBody(session.buffers());
    this.head = new ParsedHead(limits.headerLines());
    this.head.peer(session.wire().remoteAddress(), session.wire().secure());
  }

  int id() {
    return id;
  }

  /** There are too many streams; the client may ask again. */
  void refuse() {
    refused = true;
  }

  boolean refused() {
    return refused;
  }

  /** Whether the request has not begun to be served. */
  boolean unserved() {
    return !served;
  }

  StreamBody incoming() {
    return body;
  }

  ReceiveWindow receiveWindow() {
    return receiveWindow;
  }

  /** Has the request answered, on the stream's thread. */
  void serve(Http2Headers headers, RequestHandler handler) throws IOException {
    served = true;
    bodyless = headers.method().text().equals("HEAD");
    try {
      RequestText.parse(headers, head, limits.headBytes());
      if (bodyFollows) {
        head.bodyFollows();
      }
      handler.handle(this);
    } catch (BadRequestException e) {
      handler.reject(this, e.status(), e.text());
    } finally {
      watch(null);
      releaseBody();
    }
    if (!finished) {
      breakOff(Frames.INTERNAL_ERROR);
    } else if (!body.ended()) {
      waitForRest();
    }
  }

  /**
   * The answer has left before the whole request came. Clients read it more surely when their
   * request is not cut off, so a little more of it is taken in and dropped.
   */
  private void waitForRest() throws IOException {
    bodyDeadline = System.nanoTime() + REST_NANOS;
    try {
      if (!body.awaitRest(REST_BYTES)) {
        breakOff(Frames.NO_ERROR);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      bodyDeadline = 0;
    }
  }

  /** Ends the stream before its time, unless it has ended. */
  void breakOff(int error) throws IOException {
    if (!closed) {
      leftByClient();
      session.writer().reset(id, error);
    }
  }

  /** The client has reset the stream or gone altogether; nothing more may be sent on it. */
  void leftByClient() {
    closed = true;
    leave();
  }

  /** Nobody waits for the client any more. */
  private void leave() {
    gone = true;
    body.broken();
    session.sendWindow().wake();
  }

  /** Whether the head began to come and still is not there, at a time. */
  boolean headOverdue(long now) {
    return !served && now - startNanos > limits.headNanos();
  }

  /** Looked at by the watch thread. */
  void tick(long now) {
    InFlight exchange = inFlight;
    if (exchange != null) {
      exchange.tick(now);
    }
    long until = bodyDeadline;
    if (until != 0 && now - until > 0) {
      body.late();
    }
    until = writeDeadline;
    if (until != 0 && now - until > 0) {
      leave();
    }
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
    if (received) {
      return;
    }
    if (head.expectContinue() && !body.ended()) {
      session.writer().answer(id, block.encode(100), NOTHING, 0, 0, false, false);
    }
    bodyDeadline = System.nanoTime() + limits.bodyNanos();
    try {
      session.release(this, body.open(head.contentLength(), limit));
      check(body.await(), limit);
      received = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientGoneException(e);
    } finally {
      bodyDeadline = 0;
    }
  }

  private static void check(StreamBody.Outcome outcome, long limit) throws ClientGoneException {
    switch (outcome) {
      case WHOLE -> {}
      case TOO_LARGE ->
          throw denial(
              413,
              "invalid_request_error",
              "The request body is larger than " + limit + " bytes (headgate.server.body-bytes).");
      case WRONG_LENGTH ->
          throw denial(
              400,
              "invalid_request_error",
              "The request is malformed: the body is not as long as content-length says.");
      case LATE ->
          throw denial(
              408,
              "timeout_error",
              "The request body did not come within headgate.server.body-timeout.");
      case NO_MEMORY ->
          throw new DenialException(
              Denial.of(
                      503,
                      "overloaded_error",
                      "The gateway holds as many request bodies as limits.body-memory allows;"
                          + " try again.")
                  .retryAfter(Duration.ofSeconds(1)));
      case BROKEN -> throw new ClientGoneException(new IOException("the stream was reset"));
    }
  }

  private static DenialException denial(int status, String type, String message) {
    return new DenialException(Denial.of(status, type, message).param("request_body"));
  }

  @Override
  public byte[] body() {
    return body.bytes();
  }

  @Override
  public int bodyFrom() {
    return 0;
  }

  @Override
  public int bodyTo() {
    return body.size();
  }

  @Override
  public void releaseBody() {
    session.release(this, body.drop());
  }

  @Override
  public byte[] buffer() {
    if (buffer.length == 0) {
      buffer = new byte[HEADROOM + Frames.MAX_PAYLOAD];
    }
    return buffer;
  }

  @Override
  public void buffer(byte[] larger) {
    buffer = larger;
  }

  @Override
  public ResponseHead response(int status) {
    return response.begin(status);
  }

  @Override
  public void send(ResponseHead answer, byte[] array, int from, int to) throws ClientGoneException {
    start(answer, to - from);
    finish(array, from, to);
  }

  @Override
  public void start(ResponseHead answer, long length) {
    boolean none = answer.status() == 204 || answer.status() == 304;
    bodyless |= none;
    left = length;
    block.encode(answer, none ? -1 : length);
    headPending = true;
  }

  @Override
  public void write(byte[] array, int from, int to) throws ClientGoneException {
    if (from < to || headPending) {
      count(to - from);
      leave(array, from, to, false);
    }
  }

  @Override
  public void finish(byte[] array, int from, int to) throws ClientGoneException {
    if (finished) {
      return;
    }
    count(to - from);
    if (left > 0 && !bodyless) {
      throw failed(new IOException("an answer ended " + left + " bytes short of its length"));
    }
    leave(array, from, to, true);
    finished = true;
  }

  private void count(int bytes) throws ClientGoneException {
    if (left >= 0 && !bodyless) {
      left -= bytes;
      if (left < 0) {
        throw failed(new IOException("an answer is longer than its length"));
      }
    }
  }

  /** Sends what the windows allow, frame by frame, and waits for the rest. */
  @SuppressWarnings("ReferenceEquality") // our own buffer, not an equal one
  private void leave(byte[] array, int from, int to, boolean end) throws ClientGoneException {
    if (gone) {
      throw new ClientGoneException(new IOException("the stream was reset"));
    }
    committed = true;
    writeDeadline = System.nanoTime() + limits.writeNanos();
    try {
      int at = bodyless ? to : from;
      if (at == to) {
        frame(array, to, to, end, false);
        return;
      }
      while (at < to) {
        int count = session.sendWindow().tryTake(this, to - at);
        if (count == 0) {
          if (headPending) {
            frame(array, at, at, false, false);
          }
          count = session.sendWindow().take(this, to - at);
        }
        // Only in front of the first piece: in front of later ones lies data, which stays as it is.
        frame(array, at, at + count, end && at + count == to, at == from && array == buffer);
        at += count;
      }
    } catch (IOException e) {
      throw failed(e);
    } finally {
      writeDeadline = 0;
    }
  }

  private void frame(byte[] array, int from, int to, boolean end, boolean inPlace)
      throws IOException {
    HeaderBlock first = headPending ? block : null;
    headPending = false;
    session.writer().answer(id, first, array, from, to, end, inPlace);
  }

  private ClientGoneException failed(IOException cause) {
    gone = true;
    return cause instanceof ClientGoneException known ? known : new ClientGoneException(cause);
  }

  @Override
  public boolean committed() {
    return committed;
  }

  @Override
  public boolean finished() {
    return finished;
  }

  @Override
  public void abort() {
    leave();
  }

  @Override
  public boolean gone() {
    return gone;
  }

  @Override
  public void stopReceiving() {
    body.late();
  }

  @Override
  public void watch(@Nullable InFlight exchange) {
    inFlight = exchange;
  }
}
