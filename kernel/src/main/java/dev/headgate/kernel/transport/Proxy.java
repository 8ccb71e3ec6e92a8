package dev.headgate.kernel.transport;

import org.jspecify.annotations.Nullable;

/**
 * A proxy on the way to an upstream.
 *
 * @param secure whether TLS is spoken with the proxy itself
 * @param authorization the value of {@code proxy-authorization}; null for none
 */
record Proxy(boolean secure, String host, int port, @Nullable String authorization) {

  /** A header line for each request to the proxy; empty without authorization. */
  String authorizationLine() {
    return authorization == null ? "" : "proxy-authorization: " + authorization + "\r\n";
  }

  /** Without the authorization, which is a secret. */
  @Override
  public String toString() {
    return (secure ? "https://" : "http://") + host + ":" + port;
  }
}
