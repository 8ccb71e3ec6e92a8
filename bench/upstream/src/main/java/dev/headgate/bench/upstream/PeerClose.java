package dev.headgate.bench.upstream;

/**
 * The peer's end of a connection.
 *
 * @param nanos {@link System#nanoTime} at which the upstream noticed
 * @param kind how the peer ended it
 */
public record PeerClose(long nanos, Kind kind) {

  /** How a peer ends a connection. */
  public enum Kind {
    /** It closed, or ended its sending side: an orderly end of stream. */
    END_OF_STREAM,
    /** It reset the connection, or closed it with bytes of the answer unread. */
    RESET
  }
}
