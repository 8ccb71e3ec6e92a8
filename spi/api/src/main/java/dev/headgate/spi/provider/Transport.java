package dev.headgate.spi.provider;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;

/**
 * Opens connections to upstreams over HTTP. The kernel brings one, a pool of keep-alive sockets
 * named {@code pool}; another one is chosen by {@code headgate.upstream.transport: <id>}.
 */
@Preview
public interface Transport extends Extension {

  /** The name by which the configuration chooses it. */
  String id();

  /**
   * Opens an upstream; contacts nobody. Upstreams of equal origin and TLS may share connections.
   *
   * @param spec where and how
   */
  Upstream open(UpstreamSpec spec);
}
