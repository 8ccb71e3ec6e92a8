package dev.headgate.kernel.transport;

import dev.headgate.spi.provider.UpstreamRequest;
import java.nio.charset.StandardCharsets;

/** What the heads of all requests to one origin have in common, encoded once. */
final class RequestLines {

  /** What a template brings; templates are few, and requests of one follow each other. */
  private static final class Known {
    private final byte[] lines;
    private final int brought;

    Known(byte[] lines, int brought) {
      this.lines = lines;
      this.brought = brought;
    }
  }

  private final byte[] targetPrefix;
  private final byte[] host;
  private final byte[] userAgent;
  private final byte[] acceptEncoding;
  private final byte[] proxyAuthorization;
  private volatile Known last = new Known(new byte[0], 0);

  /**
   * @param authority the value of the host header
   * @param targetPrefix goes in front of path and query: empty but for a plain proxy
   * @param proxyAuthorization a header line for a plain proxy, or empty
   */
  RequestLines(String authority, String userAgent, String targetPrefix, String proxyAuthorization) {
    this.targetPrefix = bytes(targetPrefix);
    this.host = bytes("host: " + authority + "\r\n");
    this.userAgent = bytes("user-agent: " + userAgent + "\r\n");
    this.acceptEncoding = bytes("accept-encoding: identity\r\n");
    this.proxyAuthorization = bytes(proxyAuthorization);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Writes a head. */
  void write(RequestWriter writer, UpstreamRequest request) {
    CharSequence own = request.ownLines();
    int brought = brought(request.templateLines()) | (own == null ? 0 : HeaderLines.brought(own));
    writer.text(request.method());
    writer.put((byte) ' ');
    writer.bytes(targetPrefix);
    writer.bytes(request.targetBytes());
    writer.text(" HTTP/1.1\r\n");
    if ((brought & HeaderLines.HOST) == 0) {
      writer.bytes(host);
    }
    if ((brought & HeaderLines.USER_AGENT) == 0) {
      writer.bytes(userAgent);
    }
    if ((brought & HeaderLines.ACCEPT_ENCODING) == 0) {
      writer.bytes(acceptEncoding);
    }
    writer.bytes(proxyAuthorization);
    writer.bytes(request.templateLines());
    if (own != null) {
      writer.text(own);
    }
    long length = length(request);
    if (length >= 0) {
      writer.text("content-length: ");
      writer.number(length);
      writer.text("\r\n");
    }
    writer.text("\r\n");
  }

  /**
   * The length to announce; −1 for none: only methods that mean a body announce that it is empty.
   */
  private static long length(UpstreamRequest request) {
    var body = request.body();
    if (body != null) {
      return body.length();
    }
    return switch (request.method()) {
      case "POST", "PUT", "PATCH" -> 0;
      default -> -1;
    };
  }

  @SuppressWarnings("ReferenceEquality") // the same template, not an equal one
  private int brought(byte[] templateLines) {
    Known known = last;
    if (known.lines != templateLines) {
      String text = new String(templateLines, StandardCharsets.ISO_8859_1);
      known = new Known(templateLines, HeaderLines.brought(text));
      last = known;
    }
    return known.brought;
  }
}
