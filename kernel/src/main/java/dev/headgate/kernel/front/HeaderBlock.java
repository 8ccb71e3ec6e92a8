package dev.headgate.kernel.front;

import dev.headgate.kernel.http.HttpText;
import dev.headgate.kernel.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The head of an answer as an HPACK header block (RFC 7541). All fields are literals that leave the
 * dynamic table alone: so a block can be made before it is its turn to be sent, and no answer waits
 * for another one's head.
 */
final class HeaderBlock {
  /** Fields that only mean something on an HTTP/1.1 connection, and the length, put separately. */
  private static final List<String> DROPPED =
      List.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "transfer-encoding",
          "upgrade",
          "content-length");

  /** The statuses that the static table holds, in its order, which starts at index 8. */
  private static final List<Integer> INDEXED = List.of(200, 204, 206, 304, 400, 404, 500);

  private static final int STATUS_INDEX = 8;

  private byte[] bytes = new byte[512];
  private int length;

  /**
   * Encodes a head.
   *
   * @param head status and lines
   * @param contentLength −1 for none
   */
  HeaderBlock encode(ResponseHead head, long contentLength) {
    length = 0;
    status(head.status());
    byte[] lines = head.array();
    int at = lineEnd(lines, 0, head.length());
    while (at < head.length()) {
      int end = lineEnd(lines, at, head.length());
      line(lines, at, end - 2);
      at = end;
    }
    if (contentLength >= 0) {
      byte[] digits = Long.toString(contentLength).getBytes(StandardCharsets.US_ASCII);
      name("content-length".getBytes(StandardCharsets.US_ASCII), 0, "content-length".length());
      string(digits, 0, digits.length);
    }
    return this;
  }

  /** Encodes a status without lines. */
  HeaderBlock encode(int status) {
    length = 0;
    status(status);
    return this;
  }

  int length() {
    return length;
  }

  byte[] array() {
    return bytes;
  }

  private static int lineEnd(byte[] lines, int from, int to) {
    int at = from;
    while (at < to && lines[at] != '\n') {
      at++;
    }
    return Math.min(to, at + 1);
  }

  private void line(byte[] lines, int from, int to) {
    int colon = from;
    while (colon < to && lines[colon] != ':') {
      colon++;
    }
    for (String dropped : DROPPED) {
      if (HttpText.equalsIgnoreCase(lines, from, colon, dropped)) {
        return;
      }
    }
    int value = colon + 1;
    while (value < to && HttpText.blank(lines[value])) {
      value++;
    }
    name(lines, from, colon);
    string(lines, Math.min(value, to), to);
  }

  private void status(int status) {
    int index = INDEXED.indexOf(status);
    if (index >= 0) {
      put(0x80 | (STATUS_INDEX + index));
      return;
    }
    put(STATUS_INDEX);
    put(3);
    put('0' + status / 100 % 10);
    put('0' + status / 10 % 10);
    put('0' + status % 10);
  }

  /** A literal field with a name of its own, not to be indexed. */
  private void name(byte[] array, int from, int to) {
    put(0);
    int start = length + lengthOctets(to - from);
    string(array, from, to);
    for (int i = start; i < length; i++) {
      if (bytes[i] >= 'A' && bytes[i] <= 'Z') {
        bytes[i] = (byte) (bytes[i] + 32);
      }
    }
  }

  private static int lengthOctets(int count) {
    int octets = 1;
    if (count >= 127) {
      for (int rest = count - 127; rest >= 128; rest >>>= 7) {
        octets++;
      }
      octets++;
    }
    return octets;
  }

  private void string(byte[] array, int from, int to) {
    int count = to - from;
    if (count < 127) {
      put(count);
    } else {
      put(127);
      int rest = count - 127;
      while (rest >= 128) {
        put(0x80 | (rest & 0x7f));
        rest >>>= 7;
      }
      put(rest);
    }
    reserve(count);
    System.arraycopy(array, from, bytes, length, count);
    length += count;
  }

  private void put(int b) {
    reserve(1);
    bytes[length++] = (byte) b;
  }

  private void reserve(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
    }
  }
}
