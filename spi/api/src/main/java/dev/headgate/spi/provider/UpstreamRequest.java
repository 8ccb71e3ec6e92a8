package dev.headgate.spi.provider;

import dev.headgate.spi.Nullable;
import dev.headgate.spi.Preview;
import dev.headgate.spi.http.HeaderView;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What is sent upstream. The transport writes request line, {@code host}, {@code content-length},
 * {@code connection} and {@code accept-encoding: identity} itself; everything else comes from here.
 *
 * <p>What is the same for every request of an endpoint is encoded once, as a {@link Template}.
 */
@Preview
public final class UpstreamRequest {

  /** Method, target and header lines that are the same for every request. */
  public static final class Template {
    private final String method;
    private final byte[] target;
    private final byte[] headerLines;

    private Template(String method, byte[] target, byte[] headerLines) {
      this.method = method;
      this.target = target;
      this.headerLines = headerLines;
    }

    /** The method. */
    public String method() {
      return method;
    }

    /** Path and query as they go on the wire; not to be changed. */
    public byte[] target() {
      return target;
    }

    /** Header lines as they go on the wire, each ended by CR LF; not to be changed. */
    public byte[] headerLines() {
      return headerLines;
    }
  }

  /** Builds a {@link Template}. */
  public static final class TemplateBuilder {
    private final String method;
    private final String target;
    private final StringBuilder lines = new StringBuilder();

    private TemplateBuilder(String method, String target) {
      this.method = method;
      this.target = target;
    }

    /**
     * Adds a header line.
     *
     * @param name the name
     * @param value the value; no control characters
     * @throws IllegalArgumentException if name or value would break the line; the message does not
     *     hold the value
     */
    public TemplateBuilder header(String name, String value) {
      requireLine(name, value);
      lines.append(name).append(": ").append(value).append("\r\n");
      return this;
    }

    /** The template. */
    public Template build() {
      return new Template(
          method,
          target.getBytes(StandardCharsets.ISO_8859_1),
          lines.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private final Template template;

  private final @Nullable OutgoingBody body;
  private byte @Nullable [] target;
  private @Nullable StringBuilder lines;
  private boolean idempotent;

  private UpstreamRequest(Template template, @Nullable OutgoingBody body) {
    this.template = template;
    this.body = body;
    this.idempotent = !template.method.equals("POST") && !template.method.equals("PATCH");
  }

  /**
   * Starts a template.
   *
   * @param method the method in upper case
   * @param target path and query, percent-encoded
   */
  public static TemplateBuilder template(String method, String target) {
    if (target.isEmpty()
        || target.charAt(0) != '/'
        || !printable(target)
        || target.indexOf(' ') >= 0) {
      throw new IllegalArgumentException("not a request target: " + target);
    }
    return new TemplateBuilder(Objects.requireNonNull(method, "method"), target);
  }

  /**
   * A request.
   *
   * @param template what is the same for every request
   * @param body the body; null for none
   */
  public static UpstreamRequest of(Template template, @Nullable OutgoingBody body) {
    return new UpstreamRequest(template, body);
  }

  /**
   * Adds a header line for this request alone.
   *
   * @param name the name
   * @param value the value; no control characters
   */
  public UpstreamRequest header(String name, String value) {
    requireLine(name, value);
    if (lines == null) {
      lines = new StringBuilder();
    }
    lines.append(name).append(": ").append(value).append("\r\n");
    return this;
  }

  /**
   * Passes a header of the client on, when it is there.
   *
   * @param headers the client's headers
   * @param lowerCaseName the name in lower case
   */
  public UpstreamRequest pass(HeaderView headers, String lowerCaseName) {
    var value = headers.find(lowerCaseName);
    return value == null ? this : header(lowerCaseName, value.utf8());
  }

  /**
   * Replaces the template's target for this request alone.
   *
   * @param pathAndQuery percent-encoded
   */
  public UpstreamRequest target(String pathAndQuery) {
    if (!printable(pathAndQuery) || pathAndQuery.indexOf(' ') >= 0) {
      throw new IllegalArgumentException("not a request target");
    }
    target = pathAndQuery.getBytes(StandardCharsets.ISO_8859_1);
    return this;
  }

  /**
   * Says whether sending the request twice does no harm; by default all but POST and PATCH.
   *
   * @param harmless whether it may be sent again after it may have arrived
   */
  public UpstreamRequest idempotent(boolean harmless) {
    idempotent = harmless;
    return this;
  }

  /** The method. */
  public String method() {
    return template.method;
  }

  /** Path and query on the wire; not to be changed. */
  public byte[] targetBytes() {
    return target == null ? template.target : target;
  }

  /** The template's header lines; not to be changed. */
  public byte[] templateLines() {
    return template.headerLines;
  }

  /** The header lines of this request alone, each ended by CR LF; null when there are none. */
  public @Nullable CharSequence ownLines() {
    return lines;
  }

  /** The body; null for none. */
  public @Nullable OutgoingBody body() {
    return body;
  }

  /** Whether sending the request twice does no harm. */
  public boolean idempotent() {
    return idempotent;
  }

  private static void requireLine(String name, String value) {
    if (name.isEmpty() || !printable(name) || name.indexOf(':') >= 0 || name.indexOf(' ') >= 0) {
      throw new IllegalArgumentException("not a header name: " + name);
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f) {
        throw new IllegalArgumentException(
            "the value of header " + name + " holds a control character");
      }
    }
  }

  private static boolean printable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return true;
  }
}
