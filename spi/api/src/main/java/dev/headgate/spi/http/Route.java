package dev.headgate.spi.http;

import dev.headgate.spi.Preview;
import java.util.Objects;

/**
 * One route of a plugin.
 *
 * <p>A path is a sequence of segments: literal, {@code {name}} for any one segment, {@code {name+}}
 * last for one or more. Literal beats variable, the longer beats the shorter.
 */
@Preview
public final class Route {

  /** Who may call a route. */
  public enum Access {
    /** Everybody, without a key. */
    OPEN,
    /** Everybody who holds a valid key. */
    AUTHENTICATED,
    /** Those whose key has the role of an administrator, for reading too. */
    ADMIN
  }

  /** Serves one request. */
  @FunctionalInterface
  public interface Handler {

    /**
     * Serves one request, on that request's virtual thread; may block. What it throws becomes a 500
     * without the text, a log line and a counter; {@link DenialException} becomes its denial.
     *
     * @param request the request, valid until this returns
     * @param response the answer, complete when this returns
     * @throws Exception for what went wrong
     */
    void handle(RouteRequest request, RouteResponse response) throws Exception;
  }

  private final String method;
  private final String path;
  private final Access access;
  private final Handler handler;

  private Route(String method, String path, Access access, Handler handler) {
    this.method = Objects.requireNonNull(method, "method");
    this.path = Objects.requireNonNull(path, "path");
    this.access = Objects.requireNonNull(access, "access");
    this.handler = Objects.requireNonNull(handler, "handler");
  }

  /**
   * A route.
   *
   * @param method the method in upper case
   * @param path the path, with variables in braces
   * @param access who may call it
   * @param handler serves it
   */
  public static Route of(String method, String path, Access access, Handler handler) {
    return new Route(method, path, access, handler);
  }

  /** The method in upper case. */
  public String method() {
    return method;
  }

  /** The path, with variables in braces. */
  public String path() {
    return path;
  }

  /** Who may call it. */
  public Access access() {
    return access;
  }

  /** Serves it. */
  public Handler handler() {
    return handler;
  }
}
