package dev.headgate.kernel.transport;

import dev.headgate.spi.provider.UpstreamSpec;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What connections must have in common to be shared. */
record OriginKey(
    boolean secure,
    String host,
    int port,
    @Nullable Path trustedCertificates,
    boolean verify,
    @Nullable Proxy proxy,
    int maxConnections) {

  static OriginKey of(UpstreamSpec spec, PoolSettings settings) {
    URI origin = spec.origin();
    boolean secure = origin.getScheme().equals("https");
    String host = origin.getHost().toLowerCase(Locale.ROOT);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    int defaultPort = secure ? 443 : 80;
    int port = origin.getPort() < 0 ? defaultPort : origin.getPort();
    return new OriginKey(
        secure,
        host,
        port,
        spec.trustedCertificates().orElse(null),
        spec.verify(),
        Proxies.find(settings.environment(), secure, host, port),
        spec.maxConnections().orElse(settings.maxConnections()));
  }

  /** The value of the host header: the port only where it is not the scheme's own. */
  String authority() {
    return port == (secure ? 443 : 80) ? bracketed() : hostAndPort();
  }

  String hostAndPort() {
    return bracketed() + ":" + port;
  }

  private String bracketed() {
    return host.indexOf(':') < 0 ? host : "[" + host + "]";
  }

  /**
   * The proxy that is asked for the resource itself; null when there is none or it only connects.
   */
  @Nullable Proxy plainProxy() {
    return secure ? null : proxy;
  }

  @Override
  public String toString() {
    return (secure ? "https://" : "http://") + authority();
  }
}
