package dev.headgate.kernel.http;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Operation;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The head of one HTTP/1 request, as offsets into the connection's buffer. One object serves all
 * requests of a connection in turn; nothing is decoded until somebody asks.
 *
 * <p>Parsing is strict where leniency would let two parties see different requests: no bare CR or
 * LF, no folded lines, no space before the colon, one meaning of the length. What breaks these
 * rules is refused with 400, and the connection ends.
 */
public final class ParsedHead implements RequestHead, HeaderView {
  /** A body of unknown length in chunks. */
  public static final long CHUNKED = -1;

  private static final int FIELDS = 4;

  private final int maxHeaders;
  private byte[] buffer = new byte[0];
  private int methodStart;
  private int methodEnd;
  private int pathStart;
  private int pathEnd;
  private int queryStart;
  private int queryEnd;
  private int end;
  private int count;
  private int[] lines = new int[32 * FIELDS];
  private boolean keepAlive;
  private boolean http11;
  private boolean expectContinue;
  private long contentLength;
  private boolean bodyFramed;

  private Operation operation = Operation.UNKNOWN;
  private Dialect dialect = Dialect.GATEWAY;
  private @Nullable String method;
  private @Nullable String path;
  private String remoteAddress = "";
  private boolean secure;

  /**
   * @param maxHeaders the most header lines
   */
  public ParsedHead(int maxHeaders) {
    this.maxHeaders = maxHeaders;
  }

  /**
   * Says whose requests these are.
   *
   * @param address the peer's address
   * @param encrypted whether the connection is
   */
  public void peer(String address, boolean encrypted) {
    remoteAddress = address;
    secure = encrypted;
  }

  /** What the path asks for; told once by the first stage. */
  public void classify(Operation newOperation, Dialect newDialect) {
    operation = newOperation;
    dialect = newDialect;
  }

  /**
   * Parses the head in {@code [from, to)}, which ends with its empty line.
   *
   * @throws BadRequestException if it is not one
   */
  public void parse(byte[] array, int from, int to) {
    buffer = array;
    end = to;
    count = 0;
    method = null;
    path = null;
    operation = Operation.UNKNOWN;
    dialect = Dialect.GATEWAY;
    contentLength = 0;
    bodyFramed = false;
    expectContinue = false;
    int at = parseRequestLine(array, from, to);
    keepAlive = http11;
    boolean chunked = false;
    int hosts = 0;
    while (true) {
      if (array[at] == '\r') {
        if (array[at + 1] != '\n' || at + 2 != to) {
          throw new BadRequestException(400, "the request head holds a bare CR");
        }
        break;
      }
      at = parseLine(array, at, to);
      int line = (count - 1) * FIELDS;
      int nameStart = lines[line];
      int nameEnd = lines[line + 1];
      int valueStart = lines[line + 2];
      int valueEnd = lines[line + 3];
      switch (nameEnd - nameStart) {
        case 4 -> {
          if (HttpText.equalsIgnoreCase(array, nameStart, nameEnd, "host")) {
            hosts++;
          }
        }
        case 6 -> {
          if (HttpText.equalsIgnoreCase(array, nameStart, nameEnd, "expect")) {
            if (!HttpText.equalsIgnoreCase(array, valueStart, valueEnd, "100-continue")) {
              throw new BadRequestException(417, "this expectation is not known");
            }
            expectContinue = http11;
          }
        }
        case 10 -> {
          if (HttpText.equalsIgnoreCase(array, nameStart, nameEnd, "connection")) {
            if (HttpText.listHolds(array, valueStart, valueEnd, "close")) {
              keepAlive = false;
            } else if (!http11 && HttpText.listHolds(array, valueStart, valueEnd, "keep-alive")) {
              keepAlive = true;
            }
          }
        }
        case 14 -> {
          if (HttpText.equalsIgnoreCase(array, nameStart, nameEnd, "content-length")) {
            long length = parseLength(array, valueStart, valueEnd);
            if (bodyFramed && length != contentLength) {
              throw new BadRequestException(400, "two content-length headers disagree");
            }
            bodyFramed = true;
            contentLength = length;
          }
        }
        case 17 -> {
          if (HttpText.equalsIgnoreCase(array, nameStart, nameEnd, "transfer-encoding")) {
            if (chunked || !HttpText.equalsIgnoreCase(array, valueStart, valueEnd, "chunked")) {
              throw new BadRequestException(501, "no transfer-encoding but chunked is known");
            }
            if (!http11) {
              throw new BadRequestException(400, "HTTP/1.0 has no transfer-encoding");
            }
            chunked = true;
          }
        }
        default -> {}
      }
    }
    if (http11 ? hosts != 1 : hosts > 1) {
      throw new BadRequestException(400, "a request has one host header");
    }
    if (chunked) {
      if (bodyFramed) {
        throw new BadRequestException(
            400, "a request has content-length or transfer-encoding, not both");
      }
      bodyFramed = true;
      contentLength = CHUNKED;
    }
  }

  private int parseRequestLine(byte[] array, int from, int to) {
    int at = from;
    methodStart = at;
    while (at < to && HttpText.token(array[at])) {
      at++;
    }
    methodEnd = at;
    if (at == methodStart || at - methodStart > 20 || at >= to || array[at] != ' ') {
      throw new BadRequestException(400, "the request line is malformed");
    }
    at++;
    int target = at;
    while (at < to && array[at] > ' ' && array[at] != 0x7f) {
      at++;
    }
    int targetEnd = at;
    if (target == targetEnd || at + 10 > to || array[at] != ' ') {
      throw new BadRequestException(400, "the request line is malformed");
    }
    at++;
    if (array[at] != 'H'
        || array[at + 1] != 'T'
        || array[at + 2] != 'T'
        || array[at + 3] != 'P'
        || array[at + 4] != '/'
        || array[at + 6] != '.'
        || array[at + 8] != '\r'
        || array[at + 9] != '\n') {
      throw new BadRequestException(400, "the request line is malformed");
    }
    if (array[at + 5] != '1' || (array[at + 7] != '1' && array[at + 7] != '0')) {
      throw new BadRequestException(505, "this HTTP version is not served");
    }
    http11 = array[at + 7] == '1';
    splitTarget(array, target, targetEnd);
    return at + 10;
  }

  private void splitTarget(byte[] array, int from, int to) {
    int start = from;
    if (array[start] != '/') {
      start = originForm(array, from, to);
    }
    pathStart = start;
    int at = start;
    while (at < to && array[at] != '?') {
      if (array[at] == '#') {
        throw new BadRequestException(400, "a request target has no fragment");
      }
      at++;
    }
    pathEnd = at;
    queryStart = at < to ? at + 1 : to;
    queryEnd = to;
  }

  /** The place where the path starts in a target that names scheme and host, or is an asterisk. */
  private static int originForm(byte[] array, int from, int to) {
    if (to - from == 1 && array[from] == '*') {
      return from;
    }
    int at = from;
    while (at < to && array[at] != ':') {
      at++;
    }
    boolean http = HttpText.equalsIgnoreCase(array, from, at, "http");
    boolean https = HttpText.equalsIgnoreCase(array, from, at, "https");
    if ((http || https) && at + 3 < to && array[at + 1] == '/' && array[at + 2] == '/') {
      at += 3;
      while (at < to && array[at] != '/') {
        at++;
      }
      if (at < to) {
        return at;
      }
    }
    throw new BadRequestException(400, "the request target is not a path");
  }

  private int parseLine(byte[] array, int from, int to) {
    int at = from;
    while (HttpText.token(array[at])) {
      at++;
    }
    if (at == from || array[at] != ':') {
      throw new BadRequestException(400, "a header line is malformed");
    }
    if (count == maxHeaders) {
      throw new BadRequestException(431, "the request has too many header lines");
    }
    int line = count * FIELDS;
    if (line == lines.length) {
      lines = Arrays.copyOf(lines, lines.length * 2);
    }
    lines[line] = from;
    lines[line + 1] = at;
    at++;
    while (HttpText.blank(array[at])) {
      at++;
    }
    int start = at;
    while (HttpText.value(array[at])) {
      at++;
    }
    if (array[at] != '\r' || at + 1 >= to || array[at + 1] != '\n') {
      throw new BadRequestException(400, "a header value holds a control character");
    }
    int last = at;
    while (last > start && HttpText.blank(array[last - 1])) {
      last--;
    }
    lines[line + 2] = start;
    lines[line + 3] = last;
    count++;
    return at + 2;
  }

  private static long parseLength(byte[] array, int from, int to) {
    if (to == from || to - from > 15) {
      throw new BadRequestException(400, "content-length is not a number of bytes");
    }
    long length = 0;
    for (int i = from; i < to; i++) {
      int digit = array[i] - '0';
      if (digit < 0 || digit > 9) {
        throw new BadRequestException(400, "content-length is not a number of bytes");
      }
      length = length * 10 + digit;
    }
    return length;
  }

  /** One after the last byte of the head. */
  int end() {
    return end;
  }

  boolean keepAlive() {
    return keepAlive;
  }

  boolean http11() {
    return http11;
  }

  /** Whether the client waits for a word before it sends the body. */
  public boolean expectContinue() {
    return expectContinue;
  }

  /** The length of the body: {@link #CHUNKED}, or bytes; 0 without a body. */
  public long contentLength() {
    return contentLength;
  }

  /** A body follows whose end the protocol underneath marks, if no length was stated. */
  public void bodyFollows() {
    if (!bodyFramed) {
      contentLength = CHUNKED;
    }
  }

  /** Whether the request has no body. */
  public boolean contentLengthIsZero() {
    return contentLength == 0;
  }

  /** Compares the path with an ASCII text. */
  public boolean pathIs(String ascii) {
    int length = ascii.length();
    if (pathEnd - pathStart != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (buffer[pathStart + i] != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String method() {
    String known = method;
    if (known == null) {
      known = knownMethod();
      method = known;
    }
    return known;
  }

  private String knownMethod() {
    if (HttpText.equalsIgnoreCase(buffer, methodStart, methodEnd, "post")) {
      return "POST";
    }
    if (HttpText.equalsIgnoreCase(buffer, methodStart, methodEnd, "get")) {
      return "GET";
    }
    return text(methodStart, methodEnd);
  }

  @Override
  public String path() {
    String known = path;
    if (known == null) {
      known = KnownPaths.of(buffer, pathStart, pathEnd);
      path = known;
    }
    return known;
  }

  @Override
  public String query() {
    return queryStart == queryEnd ? "" : text(queryStart, queryEnd);
  }

  private String text(int from, int to) {
    return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
  }

  @Override
  public HeaderView headers() {
    return this;
  }

  @Override
  public Operation operation() {
    return operation;
  }

  @Override
  public Dialect dialect() {
    return dialect;
  }

  @Override
  public String remoteAddress() {
    return remoteAddress;
  }

  @Override
  public boolean secure() {
    return secure;
  }

  @Override
  public int size() {
    return count;
  }

  @Override
  public Bytes name(int index) {
    return Bytes.of(buffer, lines[index * FIELDS], lines[index * FIELDS + 1]);
  }

  @Override
  public Bytes value(int index) {
    return Bytes.of(buffer, lines[index * FIELDS + 2], lines[index * FIELDS + 3]);
  }

  @Override
  public @Nullable Bytes find(String lowerCaseName) {
    int length = lowerCaseName.length();
    for (int line = 0; line < count * FIELDS; line += FIELDS) {
      if (lines[line + 1] - lines[line] == length
          && HttpText.equalsIgnoreCase(buffer, lines[line], lines[line + 1], lowerCaseName)) {
        return Bytes.of(buffer, lines[line + 2], lines[line + 3]);
      }
    }
    return null;
  }
}
