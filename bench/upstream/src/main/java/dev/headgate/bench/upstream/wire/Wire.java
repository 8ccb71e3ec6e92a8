package dev.headgate.bench.upstream.wire;

import java.io.IOException;

/**
 * One accepted connection as bytes. One thread reads while at most one other thread writes; any
 * thread may close.
 */
public interface Wire {

  /**
   * Reads what has arrived, blocking until there is something.
   *
   * @return the number of bytes read, or −1 when the peer has ended its side
   */
  int read(byte[] target, int offset, int length) throws IOException;

  /** Writes all of the bytes, in one system call where the socket takes them. */
  void write(byte[] source, int offset, int length) throws IOException;

  /** Ends this side of the connection (FIN; with TLS a close notification first). */
  void finish() throws IOException;

  /** Resets the connection: the peer sees RST, and unsent bytes are lost. */
  void reset();

  /** Closes both sides. Never throws: there is nobody left to tell. */
  void close();

  /** What the TLS handshake settled, or {@link TlsFacts#NONE} for a plain connection. */
  TlsFacts tls();
}
