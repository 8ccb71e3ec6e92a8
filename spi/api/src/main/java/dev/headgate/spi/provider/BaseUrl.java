package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The address of an upstream as operators write it: {@code http://host}, with or without a port, a
 * path, trailing slashes and a query. Targets of requests are made by adding to its path, and keep
 * its query. Immutable.
 */
@Preview
public final class BaseUrl {
  private final URI origin;
  private final String path;
  private final String query;

  private BaseUrl(URI origin, String path, String query) {
    this.origin = origin;
    this.path = path;
    this.query = query;
  }

  /**
   * Reads an address that was set.
   *
   * @param settings where it was set
   * @param key under which key
   * @param text the address
   * @throws SettingException if it is none; does not repeat what may be a credential
   */
  public static BaseUrl of(Settings settings, String key, String text) {
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      String allowed = String.valueOf(e.getMessage());
      throw text.indexOf('@') < 0
          ? settings.refuse(key, allowed)
          : new SettingException(settings.path() + "." + key + ": expected " + allowed);
    }
  }

  /**
   * Reads an address.
   *
   * @param text the address; surrounding white space does not count
   * @throws IllegalArgumentException if it is none; the message says what is allowed and does not
   *     repeat the address, which may hold a credential
   */
  public static BaseUrl parse(String text) {
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("an address such as https://host/path", e);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException("an address that starts with http:// or https://");
    }
    if (uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException("an address without user and password");
    }
    if (uri.getHost() == null || uri.getPort() > 65535 || !ascii(uri)) {
      throw new IllegalArgumentException("an address with a host, such as https://host/path");
    }
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return new BaseUrl(
        URI.create(scheme + "://" + uri.getHost() + port),
        withoutTrailingSlashes(uri.getRawPath() == null ? "" : uri.getRawPath()),
        uri.getRawQuery() == null ? "" : uri.getRawQuery());
  }

  private static boolean ascii(URI uri) {
    return uri.toString().chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static String withoutTrailingSlashes(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  /** Scheme, host and port. */
  public URI origin() {
    return origin;
  }

  /** The path without trailing slashes; empty for a bare host. */
  public String path() {
    return path;
  }

  /**
   * With another path.
   *
   * @param newPath percent-encoded; empty for none
   */
  public BaseUrl withPath(String newPath) {
    return new BaseUrl(origin, withoutTrailingSlashes(newPath), query);
  }

  /**
   * The target of a request: this path, the tail, and this query.
   *
   * @param tail begins with a slash; percent-encoded
   */
  public String target(String tail) {
    return target(tail, "");
  }

  /**
   * The target of a request: this path, the tail, this query, and more of a query.
   *
   * @param tail begins with a slash; percent-encoded
   * @param moreQuery without question mark, percent-encoded; may be empty
   */
  public String target(String tail, String moreQuery) {
    if (query.isEmpty() && moreQuery.isEmpty()) {
      return path + tail;
    }
    String between = query.isEmpty() || moreQuery.isEmpty() ? "" : "&";
    return path + tail + "?" + query + between + moreQuery;
  }

  /** Origin and path, for headers and records: no query, which may hold a credential. */
  public String address() {
    return origin + path;
  }

  @Override
  public String toString() {
    return address();
  }
}
