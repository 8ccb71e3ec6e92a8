package dev.headgate.kernel.transport;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The head of an answer, parsed in place: where its lines lie is kept in an array that is reused.
 * Strict, since what two readers understand differently is how answers get mixed up: lines end with
 * CR LF, nothing is folded, no control character is let through, and there is one framing.
 */
final class AnswerHead implements HeaderView {
  private static final int FIELDS = 4;
  private static final int MAX_INTERIM = 16;
  private static final byte[] VERSION = {'H', 'T', 'T', 'P', '/', '1', '.'};

  private final int maxBytes;
  private final int maxLines;
  private byte[] buffer = new byte[0];
  private int[] lines = new int[32 * FIELDS];
  private int start;
  private int lineStart;
  private int scanned;
  private int count;
  private int interimCount;
  private int status;
  private boolean http11;
  private boolean closes;
  private boolean keepsAlive;
  private boolean chunked;
  private long contentLength;

  AnswerHead(int maxBytes, int maxLines) {
    this.maxBytes = maxBytes;
    this.maxLines = maxLines;
  }

  /** Starts over with a head that begins at a place in the buffer; at 0 for a new answer. */
  void begin(int from) {
    interimCount = from == 0 ? 0 : interimCount + 1;
    start = from;
    lineStart = from;
    scanned = from;
    count = 0;
    status = 0;
    http11 = false;
    closes = false;
    keepsAlive = false;
    chunked = false;
    contentLength = -1;
  }

  /** Tells that the bytes lie in another array now. */
  void moved(byte[] newBuffer) {
    buffer = newBuffer;
  }

  /**
   * Goes on parsing.
   *
   * @param to one after the last byte that is there
   * @return one after the last byte of the head, or −1 while it is not complete
   */
  int parse(byte[] bytes, int to) throws UpstreamException {
    buffer = bytes;
    checkStart(to);
    while (true) {
      int end = scanned;
      while (end < to && bytes[end] != '\n') {
        end++;
      }
      scanned = end;
      if (end - start > maxBytes) {
        throw new UpstreamException(
            Kind.TOO_LARGE, "the head of the answer is larger than " + maxBytes + " bytes");
      }
      if (end == to) {
        return -1;
      }
      if (end == lineStart || bytes[end - 1] != '\r') {
        throw malformed("a line of the answer's head does not end with CR LF");
      }
      int from = lineStart;
      lineStart = end + 1;
      scanned = end + 1;
      if (status == 0) {
        statusLine(from, end - 1);
      } else if (from == end - 1) {
        return end + 1;
      } else {
        headerLine(from, end - 1);
      }
    }
  }

  /** Notices what is not HTTP before a whole line of it has come, which may never be. */
  private void checkStart(int to) throws UpstreamException {
    for (int i = 0; i < VERSION.length && start + i < to; i++) {
      if (buffer[start + i] != VERSION[i]) {
        throw malformed("the answer is not HTTP/1");
      }
    }
  }

  private void statusLine(int from, int to) throws UpstreamException {
    int minor = from + VERSION.length;
    if (to < minor + 5
        || (buffer[minor] != '0' && buffer[minor] != '1')
        || buffer[minor + 1] != ' '
        || (to > minor + 5 && buffer[minor + 5] != ' ')) {
      throw malformed("the status line of the answer is malformed");
    }
    http11 = buffer[minor] == '1';
    int value = 0;
    for (int i = minor + 2; i < minor + 5; i++) {
      int digit = buffer[i] - '0';
      if (digit < 0 || digit > 9) {
        throw malformed("the status of the answer is not a number");
      }
      value = value * 10 + digit;
    }
    for (int i = minor + 5; i < to; i++) {
      requireText(buffer[i]);
    }
    if (value < 100 || value == 101) {
      throw malformed("the answer has status " + value);
    }
    status = value;
    if (interim() && interimCount == MAX_INTERIM) {
      throw malformed("the answer never gets beyond interim ones");
    }
  }

  private void headerLine(int from, int to) throws UpstreamException {
    int colon = from;
    while (colon < to && token(buffer[colon])) {
      colon++;
    }
    if (colon == from || colon == to || buffer[colon] != ':') {
      throw malformed("a header line of the answer is malformed");
    }
    int first = colon + 1;
    while (first < to && blank(buffer[first])) {
      first++;
    }
    int last = to;
    while (last > first && blank(buffer[last - 1])) {
      last--;
    }
    for (int i = first; i < last; i++) {
      requireText(buffer[i]);
    }
    if (count == maxLines) {
      throw new UpstreamException(
          Kind.TOO_LARGE, "the answer has more than " + maxLines + " header lines");
    }
    int line = count * FIELDS;
    if (line == lines.length) {
      lines = Arrays.copyOf(lines, line * 2);
    }
    lines[line] = from;
    lines[line + 1] = colon;
    lines[line + 2] = first;
    lines[line + 3] = last;
    count++;
    meaning(from, colon, first, last);
  }

  private void meaning(int name, int colon, int first, int last) throws UpstreamException {
    switch (colon - name) {
      case 10 -> {
        if (equalsIgnoreCase(name, colon, "connection")) {
          connection(first, last);
        }
      }
      case 14 -> {
        if (equalsIgnoreCase(name, colon, "content-length")) {
          long length = number(first, last);
          if (contentLength >= 0 && contentLength != length) {
            throw malformed("the answer has two content-length headers that differ");
          }
          contentLength = length;
        }
      }
      case 17 -> {
        if (equalsIgnoreCase(name, colon, "transfer-encoding")) {
          if (chunked || !http11 || !equalsIgnoreCase(first, last, "chunked")) {
            throw malformed("the answer has a transfer-encoding other than chunked");
          }
          chunked = true;
        }
      }
      default -> {}
    }
  }

  private void connection(int from, int to) {
    int at = from;
    while (at < to) {
      int end = at;
      while (end < to && buffer[end] != ',') {
        end++;
      }
      int first = at;
      int last = end;
      while (first < last && blank(buffer[first])) {
        first++;
      }
      while (last > first && blank(buffer[last - 1])) {
        last--;
      }
      closes |= equalsIgnoreCase(first, last, "close");
      keepsAlive |= equalsIgnoreCase(first, last, "keep-alive");
      at = end + 1;
    }
  }

  private long number(int from, int to) throws UpstreamException {
    if (from == to || to - from > 18) {
      throw malformed("the content-length of the answer is not a number of bytes");
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = buffer[i] - '0';
      if (digit < 0 || digit > 9) {
        throw malformed("the content-length of the answer is not a number of bytes");
      }
      value = value * 10 + digit;
    }
    return value;
  }

  /**
   * Settles the framing, once the head is complete.
   *
   * @param bodiless whether the method allows the answer no body
   */
  void finish(boolean bodiless) throws UpstreamException {
    if (chunked && contentLength >= 0) {
      throw malformed("the answer has both content-length and transfer-encoding");
    }
    if (status == 204 && (chunked || contentLength > 0)) {
      closes = true;
    }
    if (bodiless || status == 204 || status == 304) {
      chunked = false;
      contentLength = 0;
    }
  }

  int status() {
    return status;
  }

  /** Whether another head follows this one. */
  boolean interim() {
    return status < 200;
  }

  boolean chunked() {
    return chunked;
  }

  /** The length of the body; −1 when it is chunked or lasts until the connection ends. */
  long contentLength() {
    return contentLength;
  }

  boolean keepAlive() {
    boolean framed = chunked || contentLength >= 0;
    return framed && !closes && (http11 || keepsAlive);
  }

  @Override
  public int size() {
    return count;
  }

  @Override
  public Bytes name(int index) {
    int line = index * FIELDS;
    return Bytes.of(buffer, lines[line], lines[line + 1]);
  }

  @Override
  public Bytes value(int index) {
    int line = index * FIELDS;
    return Bytes.of(buffer, lines[line + 2], lines[line + 3]);
  }

  @Override
  public @Nullable Bytes find(String lowerCaseName) {
    for (int line = 0; line < count * FIELDS; line += FIELDS) {
      if (equalsIgnoreCase(lines[line], lines[line + 1], lowerCaseName)) {
        return Bytes.of(buffer, lines[line + 2], lines[line + 3]);
      }
    }
    return null;
  }

  private boolean equalsIgnoreCase(int from, int to, String lowerCase) {
    if (to - from != lowerCase.length()) {
      return false;
    }
    for (int i = from; i < to; i++) {
      int c = buffer[i];
      if (c >= 'A' && c <= 'Z') {
        c += 'a' - 'A';
      }
      if (c != lowerCase.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\t';
  }

  private static void requireText(byte b) throws UpstreamException {
    if ((b >= 0 && b < ' ' && b != '\t') || b == 0x7f) {
      throw malformed("the head of the answer holds a control character");
    }
  }

  private static boolean token(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || (b > ' ' && b < 0x7f && "!#$%&'*+-.^_`|~".indexOf(b) >= 0);
  }

  private static UpstreamException malformed(String message) {
    return new UpstreamException(Kind.MALFORMED, message);
  }
}
