package dev.headgate.bench.upstream.wire;

import java.util.List;

/**
 * What a TLS handshake settled.
 *
 * @param protocol the TLS version, empty for a plain connection
 * @param applicationProtocol the ALPN choice, empty where none was made
 * @param serverNames the host names that the client asked for (SNI)
 */
public record TlsFacts(String protocol, String applicationProtocol, List<String> serverNames) {

  /** A connection without TLS. */
  public static final TlsFacts NONE = new TlsFacts("", "", List.of());
}
