package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.HttpBytes;

/** Whole answers and heads as bytes. */
final class Http {

  private static final String REQUEST_ID = "x-request-id: req_upstream\r\n";

  private Http() {}

  /** A whole answer of JSON. */
  static byte[] json(String statusLine, String moreHeaders, String json) {
    byte[] body = HttpBytes.of(json);
    byte[] head =
        HttpBytes.of(
            "HTTP/1.1 "
                + statusLine
                + "\r\ncontent-type: application/json\r\ncontent-length: "
                + body.length
                + "\r\n"
                + REQUEST_ID
                + moreHeaders
                + "\r\n");
    return HttpBytes.concat(head, body);
  }

  static byte[] json(String json) {
    return json("200 OK", "", json);
  }

  /** The head of a chunked event stream. */
  static byte[] eventStreamHead() {
    return HttpBytes.of(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
            + "cache-control: no-cache\r\ntransfer-encoding: chunked\r\n"
            + REQUEST_ID
            + "\r\n");
  }
}
