package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.wire.RequestHead;
import dev.headgate.bench.upstream.wire.RequestReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What came over the wire for one request, copied out of the connection's buffer. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; whoever hands it out copies.
record Received(
    String method,
    String target,
    byte[] head,
    List<Header> headers,
    Framing framing,
    byte[] rawBody,
    byte[] body,
    long arrivedNanos,
    long completeNanos) {

  private static final byte[] UNREAD = new byte[0];

  /** The whole request that was read last. */
  static Received whole(RequestReader reader) {
    byte[] rawBody = reader.copyRawBody();
    byte[] body =
        reader.head().chunked()
            ? Arrays.copyOfRange(reader.body(), reader.bodyFrom(), reader.bodyTo())
            : rawBody;
    return from(reader, rawBody, body);
  }

  /** The request whose head was read last, without its body. */
  static Received headOnly(RequestReader reader) {
    return from(reader, UNREAD, UNREAD);
  }

  private static Received from(RequestReader reader, byte[] rawBody, byte[] body) {
    RequestHead head = reader.head();
    byte[] headBytes = reader.copyHead();
    return new Received(
        head.method(),
        head.target(),
        headBytes,
        headers(new String(headBytes, StandardCharsets.ISO_8859_1)),
        framing(head),
        rawBody,
        body,
        reader.arrivedNanos(),
        reader.completeNanos());
  }

  private static Framing framing(RequestHead head) {
    if (head.chunked()) {
      return Framing.CHUNKED;
    }
    return head.contentLength() == RequestHead.NO_LENGTH ? Framing.NONE : Framing.CONTENT_LENGTH;
  }

  private static List<Header> headers(String head) {
    List<Header> headers = new ArrayList<>();
    head.lines()
        .skip(1)
        .filter(line -> !line.isEmpty())
        .forEach(line -> {
          int colon = line.indexOf(':');
          headers.add(new Header(line.substring(0, colon), line.substring(colon + 1).strip()));
        });
    return List.copyOf(headers);
  }
}
