package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.fake.BodyFacts;
import dev.headgate.bench.upstream.wire.Playback;
import dev.headgate.bench.upstream.wire.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One request as the upstream received it, and the times of its answer. What was received never
 * changes; the times are added while the answer is written. Safe for all threads.
 */
public final class RecordedRequest {

  private final RecordedConnection connection;
  private final int numberOnConnection;
  private final Received received;
  private final List<RecordedWrite> writes = new ArrayList<>();
  private final CompletableFuture<Answered> answered = new CompletableFuture<>();
  private final Runnable whenAnswered;

  /** How the answer to a request ended. */
  public enum Answered {
    /** Everything was written and the connection was kept. */
    COMPLETELY,
    /** The script ended the connection. */
    THEN_CLOSED,
    /** The script reset the connection. */
    THEN_RESET,
    /** The peer left, or the upstream was closed, before the answer was complete. */
    NOT_COMPLETELY
  }

  RecordedRequest(
      RecordedConnection connection,
      int numberOnConnection,
      Received received,
      Runnable whenAnswered) {
    this.connection = connection;
    this.numberOnConnection = numberOnConnection;
    this.received = received;
    this.whenAnswered = whenAnswered;
  }

  // ---- what was received ------------------------------------------------------------------

  /** The method, as it was sent. */
  public String method() {
    return received.method();
  }

  /** The request target: path and query, as they were sent. */
  public String target() {
    return received.target();
  }

  /** The target without its query. */
  public String path() {
    int query = target().indexOf('?');
    return query < 0 ? target() : target().substring(0, query);
  }

  /** The query without its question mark, empty where there is none. */
  public String query() {
    int query = target().indexOf('?');
    return query < 0 ? "" : target().substring(query + 1);
  }

  /** The bytes of the request line and headers, the empty line included. */
  public byte[] head() {
    return received.head().clone();
  }

  /** The same as text. */
  public String headText() {
    return new String(received.head(), StandardCharsets.ISO_8859_1);
  }

  /** All header lines in their order. */
  public List<Header> headers() {
    return received.headers();
  }

  /** The values of all header lines of this name. */
  public List<String> headers(String name) {
    return received.headers().stream().filter(h -> h.is(name)).map(Header::value).toList();
  }

  /** The value of the first header line of this name. */
  public Optional<String> header(String name) {
    return headers(name).stream().findFirst();
  }

  /** How the request said where its body ends. */
  public Framing framing() {
    return received.framing();
  }

  /** The bytes of the body as they came over the wire, chunk framing and trailers included. */
  public byte[] rawBody() {
    return received.rawBody().clone();
  }

  /** The bytes of the body without framing. */
  public byte[] body() {
    return received.body().clone();
  }

  /** The body as UTF-8 text. */
  public String bodyText() {
    return new String(received.body(), StandardCharsets.UTF_8);
  }

  /** The top-level {@code model} of a JSON body. */
  public Optional<String> model() {
    BodyFacts facts = new BodyFacts();
    boolean json = facts.scan(received.body(), 0, received.body().length);
    return json && facts.hasModel() ? Optional.of(facts.model()) : Optional.empty();
  }

  /** {@link System#nanoTime} at which the first bytes of the request had been read. */
  public long arrivedNanos() {
    return received.arrivedNanos();
  }

  /** {@link System#nanoTime} at which the last bytes of the request had been read. */
  public long completeNanos() {
    return received.completeNanos();
  }

  /** The connection that the request came on. */
  public RecordedConnection connection() {
    return connection;
  }

  /** The number of the request on its connection, counted from 1. */
  public int numberOnConnection() {
    return numberOnConnection;
  }

  // ---- the answer and the peer ------------------------------------------------------------

  /** Every write of the answer so far, in order. */
  public List<RecordedWrite> writes() {
    synchronized (writes) {
      return List.copyOf(writes);
    }
  }

  /** The writes so far that carried pieces of the body, such as one event each. */
  public List<RecordedWrite> bodyWrites() {
    return writes().stream().filter(w -> w.part() == RecordedWrite.Part.BODY).toList();
  }

  /** Completes when nothing more will be written. */
  public CompletableFuture<Answered> answered() {
    return answered.copy();
  }

  /**
   * Waits until nothing more will be written.
   *
   * @throws AssertionError when the answer still goes on after {@code timeout}
   */
  public Answered awaitAnswered(Duration timeout) {
    return Deadline.await(answered, timeout, () -> this + " was not answered to its end");
  }

  /** Completes when the peer has closed the connection of this request. */
  public CompletableFuture<PeerClose> closedByPeer() {
    return connection.closedByPeer();
  }

  /**
   * Waits until the peer has closed the connection of this request.
   *
   * @throws AssertionError when it has not within {@code timeout}
   */
  public PeerClose awaitClosedByPeer(Duration timeout) {
    return connection.awaitClosedByPeer(timeout);
  }

  @Override
  public String toString() {
    return method()
        + " "
        + target()
        + " (request "
        + numberOnConnection
        + " of connection "
        + connection.number()
        + ")";
  }

  Playback.Trace trace() {
    return new Playback.Trace() {
      @Override
      public void wrote(Step.Part part, int length, long beforeNanos, long afterNanos) {
        RecordedWrite.Part recordedPart = RecordedWrite.Part.valueOf(part.name());
        synchronized (writes) {
          writes.add(new RecordedWrite(recordedPart, length, beforeNanos, afterNanos));
        }
      }

      @Override
      public void ended(Playback.Ending ending) {
        whenAnswered.run();
        answered.complete(
            switch (ending) {
              case DONE -> Answered.COMPLETELY;
              case FINISHED -> Answered.THEN_CLOSED;
              case RESET -> Answered.THEN_RESET;
              case ABANDONED -> Answered.NOT_COMPLETELY;
            });
      }
    };
  }
}
