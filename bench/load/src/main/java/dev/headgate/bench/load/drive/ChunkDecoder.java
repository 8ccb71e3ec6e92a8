package dev.headgate.bench.load.drive;

/** Takes the chunked framing off a body, whatever pieces it arrives in. */
final class ChunkDecoder {

  private enum At {
    SIZE,
    EXTENSION,
    DATA,
    DATA_END,
    TRAILER,
    DONE
  }

  private final Body body;
  private At at = At.SIZE;
  private long left;
  private int digits;
  private int trailerLine;

  ChunkDecoder(Body body) {
    this.body = body;
  }

  void reset() {
    at = At.SIZE;
    left = 0;
    digits = 0;
    trailerLine = 0;
  }

  boolean isDone() {
    return at == At.DONE;
  }

  /**
   * Takes bytes in.
   *
   * @return where the body ended, or {@code to} when all bytes belong to it
   */
  int feed(byte[] in, int from, int to) throws BadAnswer {
    int i = from;
    while (i < to && at != At.DONE) {
      if (at == At.DATA) {
        int count = (int) Math.min(left, to - i);
        body.append(in, i, count);
        left -= count;
        i += count;
        if (left == 0) {
          at = At.DATA_END;
        }
      } else {
        framing(in[i++]);
      }
    }
    return i;
  }

  private void framing(byte b) throws BadAnswer {
    switch (at) {
      case SIZE -> size(b);
      case EXTENSION -> {
        if (b == '\n') {
          sizeEnded();
        }
      }
      case DATA_END -> {
        if (b == '\n') {
          at = At.SIZE;
          digits = 0;
        } else if (b != '\r') {
          throw new BadAnswer("a chunk is longer than it says");
        }
      }
      case TRAILER -> {
        if (b == '\n') {
          at = trailerLine == 0 ? At.DONE : At.TRAILER;
          trailerLine = 0;
        } else if (b != '\r') {
          trailerLine++;
        }
      }
      default -> throw new IllegalStateException("not framing: " + at);
    }
  }

  private void size(byte b) throws BadAnswer {
    int digit = Character.digit(b, 16);
    if (digit >= 0 && digits < 8) {
      left = left * 16 + digit;
      digits++;
    } else if (digits > 0 && b == '\n') {
      sizeEnded();
    } else if (digits > 0 && (b == '\r' || b == ';' || b == ' ')) {
      at = At.EXTENSION;
    } else {
      throw new BadAnswer("a chunk's size is not a number");
    }
  }

  private void sizeEnded() {
    at = left == 0 ? At.TRAILER : At.DATA;
    trailerLine = 0;
  }
}
