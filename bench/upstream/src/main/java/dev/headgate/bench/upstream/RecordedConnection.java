package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.wire.TlsFacts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One connection that the upstream accepted. Safe for all threads. */
public final class RecordedConnection {

  private final int number;
  private final long openedNanos;
  private final CompletableFuture<PeerClose> closedByPeer = new CompletableFuture<>();
  private volatile TlsFacts tls = TlsFacts.NONE;

  RecordedConnection(int number, long openedNanos) {
    this.number = number;
    this.openedNanos = openedNanos;
  }

  /** The number of the connection, counted from 1 in the order of accepting. */
  public int number() {
    return number;
  }

  /** {@link System#nanoTime} of the accepting. */
  public long openedNanos() {
    return openedNanos;
  }

  /** The TLS version that was settled, empty for a plain connection. */
  public String tlsProtocol() {
    return tls.protocol();
  }

  /** The application protocol that was settled (ALPN), empty where none was. */
  public String applicationProtocol() {
    return tls.applicationProtocol();
  }

  /** The host names that the client asked for in the handshake (SNI). */
  public List<String> serverNames() {
    return tls.serverNames();
  }

  /** Completes when the peer has closed the connection; never when the upstream did it first. */
  public CompletableFuture<PeerClose> closedByPeer() {
    return closedByPeer.copy();
  }

  /** Whether the peer has closed the connection. */
  public boolean isClosedByPeer() {
    return closedByPeer.isDone();
  }

  /**
   * Waits until the peer has closed the connection.
   *
   * @throws AssertionError when it has not within {@code timeout}
   */
  public PeerClose awaitClosedByPeer(Duration timeout) {
    return Deadline.await(
        closedByPeer, timeout, () -> "connection " + number + " was not closed by the peer");
  }

  void settled(TlsFacts facts) {
    tls = facts;
  }

  void peerClosed(PeerClose.Kind kind) {
    closedByPeer.complete(new PeerClose(System.nanoTime(), kind));
  }
}
