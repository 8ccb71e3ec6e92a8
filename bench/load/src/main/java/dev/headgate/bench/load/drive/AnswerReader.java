package dev.headgate.bench.load.drive;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Reads the answers of one connection, one after the other, from whatever pieces arrive. */
final class AnswerReader {

  private static final int LARGEST_HEAD = 256 * 1024;
  private static final long UNTIL_CLOSE = -1;

  private final Body body = new Body();
  private final ChunkDecoder chunks = new ChunkDecoder(body);
  private byte[] head = new byte[1_024];
  private int headLength;
  private int headEnd;
  private int status;
  private long left;
  private boolean chunked;
  private boolean closes;

  /** Forgets the last answer. */
  void reset() {
    headLength = 0;
    headEnd = 0;
    status = 0;
    left = 0;
    chunked = false;
    closes = false;
    body.clear();
    chunks.reset();
  }

  /** Whether nothing of the answer has arrived. */
  boolean isUntouched() {
    return headLength == 0;
  }

  /**
   * Takes bytes in.
   *
   * @return whether the answer is complete
   */
  boolean feed(byte[] in, int from, int to) throws BadAnswer {
    int at = headEnd == 0 ? head(in, from, to) : from;
    if (headEnd == 0) {
      return false;
    }
    if (chunked) {
      at = chunks.feed(in, at, to);
      if (!chunks.isDone()) {
        return false;
      }
    } else if (left == UNTIL_CLOSE) {
      body.append(in, at, to - at);
      return false;
    } else {
      int count = (int) Math.min(left, to - at);
      body.append(in, at, count);
      left -= count;
      at += count;
      if (left > 0) {
        return false;
      }
    }
    if (at < to) {
      throw new BadAnswer("bytes follow the answer");
    }
    return true;
  }

  /** Whether the end of the connection is a proper end of the answer. */
  boolean endsByClose() {
    return headEnd > 0 && !chunked && left == UNTIL_CLOSE;
  }

  /** Gives where the head ended in the bytes that came, or their end. */
  private int head(byte[] in, int from, int to) throws BadAnswer {
    int count = to - from;
    int before = headLength;
    if (headLength + count > head.length) {
      head = Arrays.copyOf(head, Math.max(headLength + count, 2 * head.length));
    }
    System.arraycopy(in, from, head, headLength, count);
    headLength += count;
    for (int i = Math.max(before, 3); i < headLength; i++) {
      if (head[i] == '\n' && head[i - 1] == '\r' && head[i - 2] == '\n' && head[i - 3] == '\r') {
        int end = i + 1;
        parse(end);
        if (status >= 100 && status < 200 && status != 101) {
          return interim(in, from + end - before, to);
        }
        headEnd = end;
        headLength = end;
        return from + end - before;
      }
    }
    if (headLength > LARGEST_HEAD) {
      throw new BadAnswer("the head of the answer is larger than " + LARGEST_HEAD + " bytes");
    }
    return to;
  }

  private int interim(byte[] in, int from, int to) throws BadAnswer {
    headLength = 0;
    return head(in, from, to);
  }

  private void parse(int end) throws BadAnswer {
    if (end < 16 || head[0] != 'H' || head[5] != '1' || head[8] != ' ') {
      throw new BadAnswer("the answer does not begin with HTTP/1.1 and a status");
    }
    status = (head[9] - '0') * 100 + (head[10] - '0') * 10 + head[11] - '0';
    left = UNTIL_CLOSE;
    int line = lineAfter(0, end);
    while (line < end - 2) {
      int next = lineAfter(line, end);
      field(line, next - 2);
      line = next;
    }
    if (status == 204 || status == 304) {
      left = 0;
    }
  }

  private int lineAfter(int at, int end) {
    int i = at;
    while (i < end && head[i] != '\n') {
      i++;
    }
    return i + 1;
  }

  private void field(int from, int to) throws BadAnswer {
    switch (head[from] | 0x20) {
      case 'c' -> {
        if (named(from, "content-length:")) {
          left = number(from + "content-length:".length(), to);
        } else if (named(from, "connection:")) {
          closes = text(from, to).endsWith("close");
        }
      }
      case 't' ->
          chunked |= named(from, "transfer-encoding:") && text(from, to).endsWith("chunked");
      default -> {}
    }
  }

  private boolean named(int from, String name) {
    for (int i = 0; i < name.length(); i++) {
      byte b = head[from + i];
      if ((b >= 'A' && b <= 'Z' ? b | 0x20 : b) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private long number(int from, int to) throws BadAnswer {
    long value = 0;
    for (int i = from; i < to; i++) {
      if (head[i] >= '0' && head[i] <= '9') {
        value = value * 10 + head[i] - '0';
      } else if (head[i] != ' ') {
        throw new BadAnswer("content-length is not a number");
      }
    }
    return value;
  }

  private String text(int from, int to) {
    return new String(head, from, to - from, StandardCharsets.ISO_8859_1)
        .strip()
        .toLowerCase(Locale.ROOT);
  }

  /** Whether the answer has a header of that name, in whatever case. */
  boolean hasHeader(String lowerCaseName) {
    for (int line = lineAfter(0, headEnd); line < headEnd - 2; line = lineAfter(line, headEnd)) {
      if (named(line, lowerCaseName + ":")) {
        return true;
      }
    }
    return false;
  }

  int status() {
    return status;
  }

  /** Whether the server said that the connection ends with this answer. */
  boolean closes() {
    return closes || (left == UNTIL_CLOSE && !chunked);
  }

  Body body() {
    return body;
  }
}
