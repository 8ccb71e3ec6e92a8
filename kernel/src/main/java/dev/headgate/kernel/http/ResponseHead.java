package dev.headgate.kernel.http;

import dev.headgate.spi.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the head of an answer as bytes, in order, into an array that is reused. Values are checked
 * here, once and for all: a control character in a value becomes a space, so no value can break a
 * line.
 */
public final class ResponseHead {
  private byte[] bytes = new byte[1024];
  private int length;
  private int status;

  /** Starts over. */
  public ResponseHead begin(int newStatus) {
    status = newStatus;
    length = 0;
    ascii("HTTP/1.1 ");
    number(newStatus);
    put((byte) ' ');
    ascii(reason(newStatus));
    crlf();
    return this;
  }

  /** The status. */
  public int status() {
    return status;
  }

  /** Adds a line. */
  public ResponseHead header(String name, String value) {
    ascii(name);
    colon();
    safe(value);
    return crlf();
  }

  /** Adds a line. */
  public ResponseHead header(String name, Bytes value) {
    ascii(name);
    colon();
    int count = value.length();
    reserve(count);
    value.copyTo(0, bytes, length, count);
    length += count;
    return crlf();
  }

  /** Adds a line with a prefixed name, the rest in lower case. */
  public ResponseHead header(String prefix, Bytes name, Bytes value) {
    ascii(prefix);
    int count = name.length();
    reserve(count);
    for (int i = 0; i < count; i++) {
      byte b = name.at(i);
      bytes[length++] = b >= 'A' && b <= 'Z' ? (byte) (b + 32) : b;
    }
    colon();
    count = value.length();
    reserve(count);
    value.copyTo(0, bytes, length, count);
    length += count;
    return crlf();
  }

  /** Adds a line with a whole number. */
  public ResponseHead header(String name, long value) {
    ascii(name);
    colon();
    number(value);
    return crlf();
  }

  /** Adds a line with a length of time in milliseconds, to the microsecond. */
  public ResponseHead millis(String name, long nanos) {
    ascii(name);
    colon();
    long micros = Math.max(0, nanos) / 1000;
    number(micros / 1000);
    put((byte) '.');
    long rest = micros % 1000;
    put((byte) ('0' + rest / 100));
    put((byte) ('0' + rest / 10 % 10));
    put((byte) ('0' + rest % 10));
    return crlf();
  }

  /** Adds lines that are encoded already, each ended by CR LF. */
  public ResponseHead lines(byte[] encoded) {
    reserve(encoded.length);
    System.arraycopy(encoded, 0, bytes, length, encoded.length);
    length += encoded.length;
    return this;
  }

  /** Ends the head with its empty line. */
  void end() {
    crlf();
  }

  /** The bytes written so far. */
  public int length() {
    return length;
  }

  /** Holds the status line and the header lines. */
  public byte[] array() {
    return bytes;
  }

  void copyTo(byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, length);
  }

  private void colon() {
    put((byte) ':');
    put((byte) ' ');
  }

  private ResponseHead crlf() {
    put((byte) '\r');
    put((byte) '\n');
    return this;
  }

  @SuppressWarnings("deprecation") // the one call that copies Latin-1 without an array between
  private void ascii(String text) {
    int count = text.length();
    reserve(count);
    text.getBytes(0, count, bytes, length);
    length += count;
  }

  private void safe(String text) {
    int start = length;
    boolean latin = true;
    for (int i = 0; i < text.length(); i++) {
      latin &= text.charAt(i) < 0x7f;
    }
    if (latin) {
      ascii(text);
    } else {
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      reserve(encoded.length);
      System.arraycopy(encoded, 0, bytes, length, encoded.length);
      length += encoded.length;
    }
    for (int i = start; i < length; i++) {
      if ((bytes[i] >= 0 && bytes[i] < ' ') || bytes[i] == 0x7f) {
        bytes[i] = ' ';
      }
    }
  }

  private void number(long value) {
    reserve(20);
    if (value < 0) {
      bytes[length++] = '-';
      value = -value;
    }
    int digits = 1;
    for (long v = value; v >= 10; v /= 10) {
      digits++;
    }
    int at = length + digits;
    length = at;
    do {
      bytes[--at] = (byte) ('0' + value % 10);
      value /= 10;
    } while (value > 0);
  }

  private void put(byte b) {
    reserve(1);
    bytes[length++] = b;
  }

  private void reserve(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
    }
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 201 -> "Created";
      case 204 -> "No Content";
      case 304 -> "Not Modified";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 402 -> "Payment Required";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 413 -> "Content Too Large";
      case 415 -> "Unsupported Media Type";
      case 417 -> "Expectation Failed";
      case 422 -> "Unprocessable Content";
      case 429 -> "Too Many Requests";
      case 431 -> "Request Header Fields Too Large";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 504 -> "Gateway Timeout";
      case 505 -> "HTTP Version Not Supported";
      default -> "Status";
    };
  }
}
