package dev.headgate.kernel.front;

import dev.headgate.kernel.http.BadRequestException;
import dev.headgate.kernel.http.HttpText;
import dev.headgate.kernel.http.ParsedHead;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes the header list of an HTTP/2 request as a head of HTTP/1.1, so that the stages know one
 * form of it and one set of rules holds. Each octet is checked here: what would end a word or a
 * line where HTTP/2 had none is refused, and never becomes a second line.
 */
final class RequestText {
  private final int most;
  private byte[] bytes = new byte[1024];
  private int length;

  private RequestText(int most) {
    this.most = most;
  }

  /**
   * Parses a request's header list.
   *
   * @param headers the list
   * @param head takes it
   * @param most the most bytes of the head
   * @throws BadRequestException if the request is malformed or too large
   */
  static void parse(Http2Headers headers, ParsedHead head, int most) {
    RequestText text = new RequestText(most);
    text.write(headers);
    head.parse(text.bytes, 0, text.length);
  }

  private void write(Http2Headers headers) {
    word(headers.method().text());
    octet(' ');
    word(headers.path());
    ascii(" HTTP/1.1\r\n");
    String authority = headers.authority();
    boolean named = authority != null && !authority.isEmpty();
    if (named) {
      ascii("host: ");
      word(authority);
      ascii("\r\n");
    }
    for (Header header : headers.httpHeaders()) {
      if (named && header.headerName().equals(HeaderNames.HOST)) {
        continue;
      }
      lines(header);
    }
    ascii("\r\n");
  }

  private void lines(Header header) {
    String name = header.headerName().lowerCase();
    List<String> values = header.allValues();
    if (header.headerName().equals(HeaderNames.COOKIE) && values.size() > 1) {
      // HTTP/2 allows one line to be sent in pieces; they become one again (RFC 9113 §8.2.3).
      line(name, String.join("; ", values));
      return;
    }
    for (String value : values) {
      line(name, value);
    }
  }

  private void line(String name, String value) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c > '~' || !HttpText.token((byte) c)) {
        throw new BadRequestException(400, "a header name is malformed");
      }
    }
    ascii(name);
    ascii(": ");
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    for (byte b : encoded) {
      if (!HttpText.value(b)) {
        throw new BadRequestException(400, "a header value holds a control character");
      }
    }
    put(encoded);
    ascii("\r\n");
  }

  /** A part of the first lines: it holds no space, no control character, nothing beyond ASCII. */
  private void word(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f) {
        throw new BadRequestException(400, "the method, path or authority is malformed");
      }
    }
    ascii(text);
  }

  private void ascii(String text) {
    put(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void octet(int b) {
    put(new byte[] {(byte) b});
  }

  private void put(byte[] more) {
    if (length + more.length > most) {
      throw new BadRequestException(
          431, "the request head is larger than " + most + " bytes (server.request-head-bytes)");
    }
    if (length + more.length > bytes.length) {
      bytes = java.util.Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more.length));
    }
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }
}
