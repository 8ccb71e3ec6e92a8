package dev.headgate.bench.upstream.wire;

import java.nio.charset.StandardCharsets;

/**
 * The head of the request being read: offsets into the connection's buffer and the few headers that
 * decide what happens. One object serves all requests of a connection, so that a small request
 * costs no allocation. Lines must end in CR LF; anything that two parsers could read in two ways is
 * a {@link BadRequest}.
 */
public final class RequestHead {

  /** No {@code content-length} was sent. */
  public static final long NO_LENGTH = -1;

  /** No such number was sent. */
  public static final int UNSET = -1;

  private byte[] bytes = new byte[0];
  private int start;
  private int methodEnd;
  private int targetStart;
  private int targetEnd;
  private int pathEnd;
  private int fieldsStart;
  private int end;

  private long contentLength;
  private boolean chunked;
  private boolean expectsContinue;
  private boolean closes;
  private boolean host;
  private boolean credential;
  private int delayMillis;
  private int chunks;
  private int gapMillis;

  /**
   * Parses a head that begins at {@code from}.
   *
   * @return whether the head is complete; false asks for more bytes
   */
  public boolean parse(byte[] buffer, int from, int to) throws BadRequest {
    bytes = buffer;
    int first = from;
    // An empty line before a request line is allowed (RFC 9112 §2.2).
    while (to - first >= 2 && buffer[first] == '\r' && buffer[first + 1] == '\n') {
      first += 2;
    }
    int lineEnd = lineEnd(first, to);
    if (lineEnd < 0) {
      return false;
    }
    reset(first);
    requestLine(first, lineEnd);
    fieldsStart = lineEnd + 2;
    int at = fieldsStart;
    while (true) {
      lineEnd = lineEnd(at, to);
      if (lineEnd < 0) {
        return false;
      }
      if (lineEnd == at) {
        end = at + 2;
        finish();
        return true;
      }
      field(at, lineEnd);
      at = lineEnd + 2;
    }
  }

  private void reset(int first) {
    start = first;
    contentLength = NO_LENGTH;
    chunked = false;
    expectsContinue = false;
    closes = false;
    host = false;
    credential = false;
    delayMillis = UNSET;
    chunks = UNSET;
    gapMillis = UNSET;
  }

  /** The index of the CR that ends the line, or −1 where the line is not complete. */
  private int lineEnd(int at, int to) throws BadRequest {
    for (int i = at; i < to; i++) {
      byte b = bytes[i];
      if (b == '\n') {
        throw new BadRequest("a line of the request head ends in a bare line feed");
      }
      if (b == '\r') {
        if (i + 1 == to) {
          return -1;
        }
        if (bytes[i + 1] != '\n') {
          throw new BadRequest("a line of the request head holds a bare carriage return");
        }
        return i;
      }
      if (b == 0) {
        throw new BadRequest("the request head holds a zero byte");
      }
    }
    return -1;
  }

  private void requestLine(int at, int lineEnd) throws BadRequest {
    methodEnd = indexOf((byte) ' ', at, lineEnd);
    targetStart = methodEnd + 1;
    targetEnd = methodEnd < 0 ? -1 : indexOf((byte) ' ', targetStart, lineEnd);
    if (methodEnd <= at || targetEnd <= targetStart || lineEnd - targetEnd != 9) {
      throw new BadRequest("the request line is not METHOD TARGET HTTP/1.1");
    }
    if (!Ascii.equalsIgnoreCase(bytes, targetEnd + 1, lineEnd - 1, "http/1.")) {
      throw new BadRequest("the request line names another protocol than HTTP/1.1");
    }
    closes = bytes[lineEnd - 1] == '0';
    int query = indexOf((byte) '?', targetStart, targetEnd);
    pathEnd = query < 0 ? targetEnd : query;
  }

  private void field(int at, int lineEnd) throws BadRequest {
    int colon = indexOf((byte) ':', at, lineEnd);
    if (colon <= at) {
      throw new BadRequest("a header line has no name: " + text(at, lineEnd));
    }
    if (bytes[at] == ' ' || bytes[at] == '\t' || bytes[colon - 1] == ' ') {
      throw new BadRequest("a header line is folded or has white space before its colon");
    }
    int from = colon + 1;
    int to = lineEnd;
    while (from < to && Ascii.isBlank(bytes[from])) {
      from++;
    }
    while (to > from && Ascii.isBlank(bytes[to - 1])) {
      to--;
    }
    known(at, colon, from, to);
  }

  private void known(int at, int colon, int from, int to) throws BadRequest {
    switch (colon - at) {
      case 4 -> host |= named(at, colon, "host");
      case 6 ->
          expectsContinue |=
              named(at, colon, "expect") && Ascii.equalsIgnoreCase(bytes, from, to, "100-continue");
      case 7 -> credential |= from < to && named(at, colon, "api-key");
      case 9 -> credential |= from < to && named(at, colon, "x-api-key");
      case 10 ->
          closes |=
              named(at, colon, "connection") && Ascii.equalsIgnoreCase(bytes, from, to, "close");
      case 13 -> credential |= from < to && named(at, colon, "authorization");
      case 14 -> {
        if (named(at, colon, "content-length")) {
          length(from, to);
        }
      }
      case 17 -> {
        if (named(at, colon, "transfer-encoding")) {
          coding(from, to);
        } else if (named(at, colon, "x-upstream-chunks")) {
          chunks = number(from, to);
        } else if (named(at, colon, "x-upstream-gap-ms")) {
          gapMillis = number(from, to);
        }
      }
      case 19 -> {
        if (named(at, colon, "x-upstream-delay-ms")) {
          delayMillis = number(from, to);
        }
      }
      default -> {}
    }
  }

  private boolean named(int at, int colon, String name) {
    return Ascii.equalsIgnoreCase(bytes, at, colon, name);
  }

  private void length(int from, int to) throws BadRequest {
    long value = Ascii.decimal(bytes, from, to);
    if (value < 0) {
      throw new BadRequest("content-length is not a number: " + text(from, to));
    }
    if (contentLength != NO_LENGTH) {
      throw new BadRequest("content-length was sent twice");
    }
    contentLength = value;
  }

  private void coding(int from, int to) throws BadRequest {
    if (chunked || !Ascii.equalsIgnoreCase(bytes, from, to, "chunked")) {
      throw new BadRequest("transfer-encoding is not chunked alone: " + text(from, to));
    }
    chunked = true;
  }

  private int number(int from, int to) throws BadRequest {
    long value = Ascii.decimal(bytes, from, to);
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new BadRequest("an x-upstream header is not a number: " + text(from, to));
    }
    return (int) value;
  }

  private void finish() throws BadRequest {
    if (chunked && contentLength != NO_LENGTH) {
      throw new BadRequest("both content-length and transfer-encoding were sent");
    }
    if (!host) {
      throw new BadRequest("there is no host header");
    }
  }

  private int indexOf(byte wanted, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /** Where the head begins in the buffer that was parsed. */
  public int start() {
    return start;
  }

  /** Where the first header line begins. */
  public int fieldsStart() {
    return fieldsStart;
  }

  /** Where the head ends, its empty line included. */
  public int end() {
    return end;
  }

  /** The method, as it was sent. */
  public String method() {
    return text(start, methodEnd);
  }

  /** Whether the method is this one, without making a string of it. */
  public boolean methodIs(String method) {
    return Ascii.equals(bytes, start, methodEnd, method);
  }

  /** The request target: path and query. */
  public String target() {
    return text(targetStart, targetEnd);
  }

  /** The path, without the query. */
  public String path() {
    return text(targetStart, pathEnd);
  }

  /** Whether the path ends in {@code suffix}, without making a string of it. */
  public boolean pathEndsWith(String suffix) {
    int from = pathEnd - suffix.length();
    return from >= targetStart && Ascii.equals(bytes, from, pathEnd, suffix);
  }

  /** The declared body length, bytes, or {@link #NO_LENGTH}. */
  public long contentLength() {
    return contentLength;
  }

  public boolean chunked() {
    return chunked;
  }

  public boolean expectsContinue() {
    return expectsContinue;
  }

  /** Whether the connection ends with this exchange: {@code connection: close} or HTTP/1.0. */
  public boolean closes() {
    return closes;
  }

  /** Whether any of {@code authorization}, {@code x-api-key}, {@code api-key} has a value. */
  public boolean hasCredential() {
    return credential;
  }

  /** The value of {@code x-upstream-delay-ms}, or {@link #UNSET}. */
  public int delayMillis() {
    return delayMillis;
  }

  /** The value of {@code x-upstream-chunks}, or {@link #UNSET}. */
  public int chunks() {
    return chunks;
  }

  /** The value of {@code x-upstream-gap-ms}, or {@link #UNSET}. */
  public int gapMillis() {
    return gapMillis;
  }
}
