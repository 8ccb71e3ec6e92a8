package dev.headgate.spi.http;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Preview;
import java.io.IOException;
import java.io.OutputStream;

/** The answer of a contributed route. Not thread-safe. */
@Preview
public interface RouteResponse {

  /**
   * Sets the status; 200 when never called.
   *
   * @param code the HTTP status
   */
  RouteResponse status(int code);

  /**
   * Adds a header line. Framing headers are the kernel's own and are refused.
   *
   * @param name the name
   * @param value the value, printable ASCII
   */
  RouteResponse header(String name, String value);

  /**
   * Sends the answer with this body, whole.
   *
   * @param contentType the media type
   * @param body the body
   * @throws IOException when the client has gone
   */
  void send(String contentType, Bytes body) throws IOException;

  /**
   * Sends the answer with this text as UTF-8.
   *
   * @param contentType the media type
   * @param body the body
   * @throws IOException when the client has gone
   */
  default void send(String contentType, String body) throws IOException {
    send(contentType, Bytes.of(body.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  /**
   * Starts an answer of unknown length: large files, server-sent events. Each {@code flush} sends
   * what has been written. Closed by the kernel when the handler returns.
   *
   * @param contentType the media type
   * @return where to write; throws when the client has gone
   * @throws IOException when the client has gone
   */
  OutputStream stream(String contentType) throws IOException;
}
