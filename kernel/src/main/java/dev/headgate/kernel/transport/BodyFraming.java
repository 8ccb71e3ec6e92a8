package dev.headgate.kernel.transport;

import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.util.Arrays;

/**
 * Finds the bytes of a body among its framing. Each read is scanned once; the scan notes where the
 * body's bytes lie (segments) and whether the read can be sent on as it came. What is cut by the
 * end of a read, a number or a line end, is remembered by the state alone, so nothing is ever
 * moved.
 */
final class BodyFraming {
  private static final int MAX_EXTENSION = 4 * 1024;
  private static final int MAX_TRAILERS = 16 * 1024;
  private static final int MAX_DIGITS = 15;

  private enum State {
    SIZE_START,
    SIZE,
    EXTENSION,
    SIZE_END,
    DATA,
    DATA_CR,
    DATA_LF,
    TRAILER_START,
    TRAILER,
    TRAILER_LF,
    LAST_LF,
    COUNTED,
    UNTIL_CLOSE,
    DONE
  }

  private State state = State.DONE;
  private boolean chunked;
  private long remaining;
  private int digits;
  private int extension;
  private int trailers;
  private int[] segments = new int[32];
  private int segmentCount;
  private int decoded;
  private boolean whole;
  private int rawFrom;
  private int rawTo;
  private boolean excess;

  /** Starts over with what a head says. */
  void begin(AnswerHead head) {
    chunked = head.chunked();
    remaining = 0;
    extension = 0;
    trailers = 0;
    segmentCount = 0;
    excess = false;
    if (chunked) {
      state = State.SIZE_START;
    } else if (head.contentLength() >= 0) {
      remaining = head.contentLength();
      state = remaining == 0 ? State.DONE : State.COUNTED;
    } else {
      state = State.UNTIL_CLOSE;
    }
  }

  /** Looks through what was read. */
  void scan(byte[] bytes, int from, int to) throws UpstreamException {
    segmentCount = 0;
    decoded = 0;
    rawFrom = from;
    rawTo = from;
    whole = state == State.SIZE_START;
    int at = from;
    while (at < to && state != State.DONE) {
      switch (state) {
        case DATA, COUNTED -> {
          int length = (int) Math.min(remaining, to - at);
          segment(at, length);
          remaining -= length;
          at += length;
          if (remaining == 0) {
            state = state == State.DATA ? State.DATA_CR : State.DONE;
          }
        }
        case UNTIL_CLOSE -> {
          segment(at, to - at);
          at = to;
        }
        default -> {
          framing(bytes[at]);
          at++;
          if (state == State.SIZE_START) {
            rawTo = at;
          }
        }
      }
    }
    excess |= at < to;
    whole &= state != State.DATA && state != State.DATA_CR && state != State.DATA_LF;
    if (!chunked) {
      whole = false;
      rawTo = at;
    } else if (!whole) {
      rawTo = at;
    }
  }

  private void segment(int from, int length) {
    if (segmentCount * 2 == segments.length) {
      segments = Arrays.copyOf(segments, segments.length * 2);
    }
    segments[segmentCount * 2] = from;
    segments[segmentCount * 2 + 1] = length;
    segmentCount++;
    decoded += length;
  }

  private void framing(byte b) throws UpstreamException {
    switch (state) {
      case SIZE_START -> {
        remaining = hex(b);
        digits = 1;
        if (remaining < 0) {
          throw malformed("a chunk has no size");
        }
        state = State.SIZE;
      }
      case SIZE -> size(b);
      case EXTENSION -> {
        if (b == '\r') {
          state = State.SIZE_END;
        } else if (control(b) || ++extension > MAX_EXTENSION) {
          throw malformed("a chunk has a malformed extension");
        }
      }
      case SIZE_END -> {
        require(b, '\n');
        state = remaining == 0 ? State.TRAILER_START : State.DATA;
      }
      case DATA_CR -> {
        require(b, '\r');
        state = State.DATA_LF;
      }
      case DATA_LF -> {
        require(b, '\n');
        state = State.SIZE_START;
      }
      default -> trailer(b);
    }
  }

  private void size(byte b) throws UpstreamException {
    int digit = hex(b);
    if (digit >= 0) {
      if (++digits > MAX_DIGITS) {
        throw malformed("the size of a chunk is too large");
      }
      remaining = remaining << 4 | digit;
    } else if (b == '\r') {
      state = State.SIZE_END;
    } else if (b == ';' || b == ' ' || b == '\t') {
      whole = false;
      extension = 0;
      state = State.EXTENSION;
    } else {
      throw malformed("the size of a chunk is not a number");
    }
  }

  private void trailer(byte b) throws UpstreamException {
    if (++trailers > MAX_TRAILERS) {
      throw malformed("the trailers are too large");
    }
    switch (state) {
      case TRAILER_START -> {
        if (control(b) && b != '\r') {
          throw malformed("a trailer holds a control character");
        }
        state = b == '\r' ? State.LAST_LF : State.TRAILER;
      }
      case TRAILER -> {
        if (b == '\r') {
          state = State.TRAILER_LF;
        } else if (control(b)) {
          throw malformed("a trailer holds a control character");
        }
      }
      case TRAILER_LF -> {
        require(b, '\n');
        state = State.TRAILER_START;
      }
      default -> {
        require(b, '\n');
        state = State.DONE;
      }
    }
  }

  private static void require(byte b, char wanted) throws UpstreamException {
    if (b != wanted) {
      throw malformed("a chunk does not end with CR LF");
    }
  }

  private static boolean control(byte b) {
    return (b >= 0 && b < ' ' && b != '\t') || b == 0x7f;
  }

  private static int hex(byte b) {
    if (b >= '0' && b <= '9') {
      return b - '0';
    }
    int lower = b | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  private static UpstreamException malformed(String message) {
    return new UpstreamException(Kind.MALFORMED, "the answer is malformed: " + message);
  }

  /**
   * Tells that the connection ended properly.
   *
   * @return whether the body may end so
   */
  boolean close() {
    if (state == State.UNTIL_CLOSE) {
      state = State.DONE;
    }
    return state == State.DONE;
  }

  /** Forgets the last read. */
  void none() {
    segmentCount = 0;
    decoded = 0;
  }

  boolean chunked() {
    return chunked;
  }

  boolean done() {
    return state == State.DONE;
  }

  /** Whether bytes came after the end of the body. */
  boolean excess() {
    return excess;
  }

  int segmentCount() {
    return segmentCount;
  }

  int segmentOffset(int index) {
    return segments[index * 2];
  }

  int segmentLength(int index) {
    return segments[index * 2 + 1];
  }

  /** The sum of the lengths of all segments of the read. */
  int decoded() {
    return decoded;
  }

  /** Whether the raw range is a row of whole chunks without extensions. */
  boolean whole() {
    return whole;
  }

  int rawFrom() {
    return rawFrom;
  }

  int rawTo() {
    return rawTo;
  }
}
