package dev.headgate.bench.upstream.wire;

import java.io.ByteArrayOutputStream;

/** Takes a chunked request body apart, piece by piece as it arrives. */
public final class ChunkedBody {

  private static final int LONGEST_LINE = 8 * 1024;

  private enum Expecting {
    SIZE,
    DATA,
    DATA_END,
    TRAILER,
    NOTHING
  }

  private final ByteArrayOutputStream decoded = new ByteArrayOutputStream();
  private Expecting expecting = Expecting.SIZE;
  private long left;

  /**
   * Takes whole lines and whatever data there is.
   *
   * @return where the next call has to begin
   */
  public int feed(byte[] bytes, int from, int to) throws BadRequest {
    int at = from;
    while (expecting != Expecting.NOTHING) {
      int next =
          switch (expecting) {
            case SIZE -> size(bytes, at, to);
            case DATA -> data(bytes, at, to);
            case DATA_END -> dataEnd(bytes, at, to);
            case TRAILER -> trailer(bytes, at, to);
            case NOTHING -> at;
          };
      if (next == at) {
        break;
      }
      at = next;
    }
    return at;
  }

  public boolean isComplete() {
    return expecting == Expecting.NOTHING;
  }

  /** The body without its framing. */
  public byte[] decoded() {
    return decoded.toByteArray();
  }

  private int size(byte[] bytes, int at, int to) throws BadRequest {
    int lineEnd = lineEnd(bytes, at, to);
    if (lineEnd < 0) {
      return at;
    }
    int sizeEnd = at;
    while (sizeEnd < lineEnd && bytes[sizeEnd] != ';' && !Ascii.isBlank(bytes[sizeEnd])) {
      sizeEnd++;
    }
    left = Ascii.hexadecimal(bytes, at, sizeEnd);
    if (left < 0) {
      throw new BadRequest("a chunk of the request body has no size");
    }
    expecting = left == 0 ? Expecting.TRAILER : Expecting.DATA;
    return lineEnd + 2;
  }

  private int data(byte[] bytes, int at, int to) {
    int taken = (int) Math.min(left, to - at);
    decoded.write(bytes, at, taken);
    left -= taken;
    if (left == 0) {
      expecting = Expecting.DATA_END;
    }
    return at + taken;
  }

  private int dataEnd(byte[] bytes, int at, int to) throws BadRequest {
    if (to - at < 2) {
      return at;
    }
    if (bytes[at] != '\r' || bytes[at + 1] != '\n') {
      throw new BadRequest("a chunk of the request body is longer than its size");
    }
    expecting = Expecting.SIZE;
    return at + 2;
  }

  private int trailer(byte[] bytes, int at, int to) throws BadRequest {
    int lineEnd = lineEnd(bytes, at, to);
    if (lineEnd < 0) {
      return at;
    }
    if (lineEnd == at) {
      expecting = Expecting.NOTHING;
    }
    return lineEnd + 2;
  }

  private static int lineEnd(byte[] bytes, int at, int to) throws BadRequest {
    for (int i = at; i + 1 < to; i++) {
      if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
        return i;
      }
    }
    if (to - at > LONGEST_LINE) {
      throw new BadRequest("a chunk line of the request body is too long");
    }
    return -1;
  }
}
