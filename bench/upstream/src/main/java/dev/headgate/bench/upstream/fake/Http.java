package dev.headgate.bench.upstream.fake;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Answers and frames as bytes. */
final class Http {

  private static final String REQUEST_ID = "x-request-id: req_upstream\r\n";

  private Http() {}

  /** A whole answer of JSON. */
  static byte[] json(String statusLine, String moreHeaders, String json) {
    byte[] body = bytes(json);
    byte[] head =
        bytes(
            "HTTP/1.1 "
                + statusLine
                + "\r\ncontent-type: application/json\r\ncontent-length: "
                + body.length
                + "\r\n"
                + REQUEST_ID
                + moreHeaders
                + "\r\n");
    return concat(head, body);
  }

  static byte[] json(String json) {
    return json("200 OK", "", json);
  }

  /** The head of a chunked event stream. */
  static byte[] eventStreamHead() {
    return bytes(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
            + "cache-control: no-cache\r\ntransfer-encoding: chunked\r\n"
            + REQUEST_ID
            + "\r\n");
  }

  /** One chunk of a chunked body. */
  static byte[] chunk(String text) {
    byte[] content = bytes(text);
    byte[] size = bytes(Integer.toHexString(content.length) + "\r\n");
    return concat(size, content, bytes("\r\n"));
  }

  static byte[] lastChunk() {
    return bytes("0\r\n\r\n");
  }

  static byte[] concat(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    byte[] all = Arrays.copyOf(parts[0], length);
    int at = parts[0].length;
    for (int i = 1; i < parts.length; i++) {
      System.arraycopy(parts[i], 0, all, at, parts[i].length);
      at += parts[i].length;
    }
    return all;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
