package dev.headgate.kernel.transport;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the proxy for an origin in the environment: {@code https_proxy} or {@code http_proxy}, else
 * {@code all_proxy}, but for what {@code no_proxy} lists; each in lower or upper case, lower case
 * first. This machine itself is never reached through a proxy.
 */
final class Proxies {
  private Proxies() {}

  static @Nullable Proxy find(
      Map<String, String> environment, boolean secure, String host, int port) {
    if (local(host) || excepted(environment, host, port)) {
      return null;
    }
    for (String name : List.of(secure ? "https_proxy" : "http_proxy", "all_proxy")) {
      for (String spelling : List.of(name, name.toUpperCase(Locale.ROOT))) {
        String value = environment.getOrDefault(spelling, "").strip();
        if (!value.isEmpty()) {
          return parse(spelling, value);
        }
      }
    }
    return null;
  }

  private static boolean local(String host) {
    if (host.equals("localhost") || host.endsWith(".localhost")) {
      return true;
    }
    InetAddress address = literal(host);
    return address != null && address.isLoopbackAddress();
  }

  private static @Nullable InetAddress literal(String host) {
    try {
      return InetAddress.ofLiteral(host);
    } catch (IllegalArgumentException name) {
      return null;
    }
  }

  private static Proxy parse(String variable, String value) {
    URI uri = uri(variable, value.contains("://") ? value : "http://" + value);
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    boolean secure = scheme.equals("https");
    String host = uri.getHost();
    if (host == null || !(secure || scheme.equals("http"))) {
      throw wrong(variable);
    }
    if (host.startsWith("[")) {
      host = host.substring(1, host.length() - 1);
    }
    int port = uri.getPort();
    if (port < 0) {
      port = secure ? 443 : 80;
    }
    return new Proxy(secure, host, port, basic(uri.getRawUserInfo()));
  }

  private static URI uri(String variable, String value) {
    try {
      return new URI(value);
    } catch (URISyntaxException malformed) {
      throw wrong(variable);
    }
  }

  /** Names the variable only: its value may hold a password. */
  private static IllegalArgumentException wrong(String variable) {
    return new IllegalArgumentException(
        "the environment variable "
            + variable
            + " does not name a proxy: http://host:port or https://host:port is needed, with"
            + " user:password@ in front of the host where the proxy asks for it");
  }

  private static @Nullable String basic(@Nullable String userInfo) {
    if (userInfo == null) {
      return null;
    }
    // A plus sign is no space in a URL's user part.
    String decoded = URLDecoder.decode(userInfo.replace("+", "%2B"), StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(decoded.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean excepted(Map<String, String> environment, String host, int port) {
    String list = environment.getOrDefault("no_proxy", environment.getOrDefault("NO_PROXY", ""));
    for (String entry : list.split("[,\\s]+", -1)) {
      if (!entry.isEmpty() && matches(entry.toLowerCase(Locale.ROOT), host, port)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String entry, String host, int port) {
    if (entry.equals("*")) {
      return true;
    }
    int slash = entry.indexOf('/');
    if (slash > 0) {
      return inNetwork(entry.substring(0, slash), entry.substring(slash + 1), host);
    }
    int colon = entry.lastIndexOf(':');
    boolean ported = colon > 0 && (entry.indexOf(':') == colon || entry.charAt(colon - 1) == ']');
    if (ported && !entry.substring(colon + 1).equals(String.valueOf(port))) {
      return false;
    }
    return named(ported ? entry.substring(0, colon) : entry, host);
  }

  private static boolean named(String entry, String host) {
    String name = entry;
    if (name.startsWith("[") && name.endsWith("]")) {
      name = name.substring(1, name.length() - 1);
    }
    if (name.startsWith("*.")) {
      name = name.substring(1);
    }
    InetAddress address = literal(name);
    if (address != null) {
      return address.equals(literal(host));
    }
    return name.startsWith(".")
        ? host.endsWith(name)
        : host.equals(name) || host.endsWith("." + name);
  }

  private static boolean inNetwork(String network, String prefix, String host) {
    InetAddress base = literal(network);
    InetAddress address = literal(host);
    if (base == null || address == null || !prefix.matches("\\d{1,3}")) {
      return false;
    }
    byte[] wanted = base.getAddress();
    byte[] given = address.getAddress();
    int bits = Integer.parseInt(prefix);
    if (wanted.length != given.length || bits > wanted.length * 8) {
      return false;
    }
    for (int i = 0; i < bits; i++) {
      int mask = 0x80 >> (i & 7);
      if (((wanted[i >> 3] ^ given[i >> 3]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
