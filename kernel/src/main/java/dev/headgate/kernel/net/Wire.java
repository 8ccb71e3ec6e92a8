package dev.headgate.kernel.net;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One connection, plain or TLS, of the client's or the upstream leg. One owner reads and writes,
 * blocking its virtual thread without a time limit: whoever must not wait for ever has the wire
 * closed by a {@link DeadlineWatch}. {@link #probe}, {@link #close} and {@link #reset} are for any
 * thread.
 */
public interface Wire {

  /**
   * Waits for bytes and takes what there is.
   *
   * @param count room, at least one
   * @return how many came; −1 when the peer ended its side properly
   * @throws IOException if the connection broke or was closed
   */
  int read(byte[] target, int offset, int count) throws IOException;

  /** Sends all of a range. */
  void write(byte[] source, int offset, int count) throws IOException;

  /**
   * Sends all that remains in the buffers, in order, in as few calls as the system allows.
   *
   * @param count how many of the buffers
   */
  void write(ByteBuffer[] pieces, int count) throws IOException;

  /**
   * Takes what has arrived without waiting, from any thread. Does nothing while the owner reads or
   * writes.
   *
   * @return how many bytes were put into the target; 0 when nothing is there or the owner is busy;
   *     −1 when the peer has closed, the connection is broken or closed
   */
  int probe(byte[] target, int offset, int count);

  /** Whether bytes of the peer wait to be read, as far as can be told without reading them. */
  boolean readable();

  /** Ends the sending side, which also ends a blocked write; what the peer sent can be read. */
  void endOutput();

  /**
   * Ends the receiving side, from any thread: a blocked read comes back as if the peer had ended.
   * What is to be sent still can be, where the protocol allows that.
   */
  default void endInput() {
    close();
  }

  /** Whether the connection is encrypted. */
  default boolean secure() {
    return false;
  }

  /** Takes leave of the peer where the protocol has a way to, then closes. For the owner. */
  void shutdown();

  /** Closes at once and ends what is blocked. Never blocks, never throws. */
  void close();

  /** Closes at once and tells the peer that it was no proper end. Never blocks, never throws. */
  void reset();

  /** Whether it is still open on this side. */
  boolean open();

  /** The peer's address as text, without a name. */
  String remoteAddress();
}
