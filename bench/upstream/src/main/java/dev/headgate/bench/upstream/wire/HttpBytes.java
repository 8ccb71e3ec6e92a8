package dev.headgate.bench.upstream.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text and chunks as the bytes that go over the wire. */
public final class HttpBytes {

  private HttpBytes() {}

  /** The text in UTF-8. */
  public static byte[] of(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The content as one chunk of a chunked body. */
  public static byte[] chunk(byte[] content) {
    return concat(of(Integer.toHexString(content.length) + "\r\n"), content, of("\r\n"));
  }

  /** The chunk that ends a chunked body without trailers. */
  public static byte[] lastChunk() {
    return of("0\r\n\r\n");
  }

  /** All of the parts, of which there is at least one, in their order. */
  public static byte[] concat(byte[]... parts) {
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
}
