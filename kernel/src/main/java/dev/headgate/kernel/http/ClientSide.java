package dev.headgate.kernel.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One request and the way back to its client, whatever the protocol underneath: the one seam
 * between the stages and the wire. Used by the exchange's thread, but for {@link #gone} and {@link
 * #abort}.
 *
 * <p>Answers are either sent whole, or started and then written frame by frame; each {@link #write}
 * leaves at once, the first one together with the head.
 */
public interface ClientSide {

  /** Free bytes in front of the data in {@link #buffer}, for head and chunk line. */
  int HEADROOM = 3072;

  /** The head of the request. */
  ParsedHead head();

  /** When the first byte of the request came, on the monotonic clock. */
  long startNanos();

  /** What was attached by this request, or by one before it on the same connection. */
  @Nullable Object attachment();

  /**
   * Keeps something for this request and, where requests follow one another on a connection, for
   * those after it.
   *
   * @param attachment what to keep; an earlier one is forgotten
   */
  void attach(Object attachment);

  /**
   * Reads the whole body.
   *
   * @param limit the most bytes
   * @throws dev.headgate.spi.http.DenialException 400, 408, 413 or 503, when it cannot be had
   * @throws ClientGoneException when the client leaves
   */
  void receive(long limit) throws IOException;

  /** Holds the body from {@link #bodyFrom} to {@link #bodyTo}. */
  byte[] body();

  /** The first byte of the body. */
  int bodyFrom();

  /** One after the last byte of the body. */
  int bodyTo();

  /** The body is needed no more; a pooled buffer goes back. */
  void releaseBody();

  /** A buffer that is reused for every answer, at least 16 KB beyond {@link #HEADROOM}. */
  byte[] buffer();

  /** Keeps a larger buffer for the rest of this answer. */
  void buffer(byte[] larger);

  /** A fresh head for the answer. One is in use at a time. */
  ResponseHead response(int status);

  /**
   * Sends head and body and ends the answer. Up to {@link #HEADROOM} bytes in front of {@code from}
   * may be overwritten when the array is {@link #buffer}.
   *
   * @param head the head
   * @param array holds the body
   * @param from first byte
   * @param to one after the last byte
   * @throws ClientGoneException when the client has left
   */
  void send(ResponseHead head, byte[] array, int from, int to) throws ClientGoneException;

  /**
   * Starts an answer. The head leaves with the first frame.
   *
   * @param head the head
   * @param length the bytes that will follow; −1 when unknown
   */
  void start(ResponseHead head, long length);

  /**
   * Sends a piece of a started answer at once. What is in front of it in {@link #buffer} may be
   * overwritten as in {@link #send}.
   *
   * @throws ClientGoneException when the client has left
   */
  void write(byte[] array, int from, int to) throws ClientGoneException;

  /**
   * Sends the last piece of a started answer, which may be empty, and ends it.
   *
   * @throws ClientGoneException when the client has left
   */
  void finish(byte[] array, int from, int to) throws ClientGoneException;

  /** Whether bytes of the answer may have left. */
  boolean committed();

  /** Whether the answer has ended. */
  boolean finished();

  /** Ends the connection (or stream) so that the client sees that the answer broke off. */
  void abort();

  /**
   * Whether the client has left. Called on the watch thread while the exchange's thread waits for
   * somebody else; costs at most one system call.
   */
  boolean gone();

  /** Stops a wait for the body, because its time is up; the answer can still be sent. */
  void stopReceiving();

  /**
   * Tells who is to be asked on every tick; null at the end.
   *
   * @param exchange the exchange
   */
  void watch(@Nullable InFlight exchange);
}
