package dev.headgate.kernel.transport;

import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The body of an answer with its gzip or deflate encoding undone, as it comes: what the upstream
 * has flushed is there at once. What does not keep to its format is refused, and so is a body that
 * grows beyond the limit, since a thousand bytes can be made to unpack to a million.
 */
public final class DecodedBody implements AnswerBody, AutoCloseable {
  private static final int BUFFER = 8 * 1024;
  private static final int TRAILER = 8;

  private enum Stage {
    START,
    GZIP_HEADER,
    DATA,
    GZIP_TRAILER,
    GZIP_NEXT,
    END
  }

  private final AnswerBody coded;
  private final ContentCoding coding;
  private final long maxBytes;
  private final byte[] input = new byte[BUFFER];
  private final byte[] trailer = new byte[TRAILER];
  private final CRC32 checksum = new CRC32();
  private final GzipHeader header = new GzipHeader();
  private Inflater inflater = new Inflater(true);
  private Stage stage = Stage.START;
  private int from;
  private int to;
  private int trailerCount;
  private long memberBytes;
  private long total;

  /**
   * @param coded the body as it came
   * @param coding what to undo
   * @param maxBytes the most bytes that may come out; 0 for no limit
   */
  public DecodedBody(AnswerBody coded, ContentCoding coding, long maxBytes) {
    if (!coding.decodable()) {
      throw new IllegalArgumentException(coding + " is not decoded");
    }
    this.coded = coded;
    this.coding = coding;
    this.maxBytes = maxBytes;
  }

  @Override
  public long length() {
    return coded.length() == 0 ? 0 : -1;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    while (true) {
      switch (stage) {
        case START -> start();
        case GZIP_HEADER -> gzipHeader();
        case DATA -> {
          int produced = inflate(target, offset, count);
          if (produced > 0) {
            return produced;
          }
        }
        case GZIP_TRAILER -> gzipTrailer();
        case GZIP_NEXT -> gzipNext();
        case END -> {
          close();
          return -1;
        }
      }
    }
  }

  private void start() throws IOException {
    if (!more()) {
      stage = Stage.END; // no body, whatever its encoding is said to be
    } else if (coding == ContentCoding.GZIP) {
      stage = Stage.GZIP_HEADER;
    } else if (to - from < 2 && !oneByteMore()) {
      throw malformed();
    } else {
      inflater.end();
      inflater = new Inflater(!zlib());
      inflater.setInput(input, from, to - from);
      stage = Stage.DATA;
    }
  }

  /** Whether the first two bytes are zlib's: some send deflate without. */
  private boolean zlib() {
    int first = input[from] & 0xff;
    int second = input[from + 1] & 0xff;
    return (first & 0x0f) == 8 && (first << 8 | second) % 31 == 0;
  }

  private boolean oneByteMore() throws IOException {
    int count = coded.read(input, to, 1);
    to += Math.max(count, 0);
    return count > 0;
  }

  private void gzipHeader() throws IOException {
    while (!header.complete()) {
      require();
      if (!header.take(input[from++])) {
        throw malformed();
      }
    }
    inflater.reset();
    inflater.setInput(input, from, to - from);
    checksum.reset();
    memberBytes = 0;
    stage = Stage.DATA;
  }

  private int inflate(byte[] target, int offset, int count) throws IOException {
    try {
      int produced = inflater.inflate(target, offset, count);
      if (produced > 0) {
        checksum.update(target, offset, produced);
        memberBytes += produced;
        total += produced;
        if (maxBytes > 0 && total > maxBytes) {
          close();
          throw new UpstreamException(
              Kind.TOO_LARGE, "the answer unpacks to more than the " + maxBytes + " bytes allowed");
        }
        return produced;
      }
    } catch (DataFormatException lying) {
      throw malformed();
    }
    from = to - inflater.getRemaining();
    if (inflater.finished()) {
      trailerCount = 0;
      stage = coding == ContentCoding.GZIP ? Stage.GZIP_TRAILER : Stage.END;
    } else if (inflater.needsDictionary()) {
      throw malformed();
    } else {
      require();
      inflater.setInput(input, from, to - from);
    }
    return 0;
  }

  private void gzipTrailer() throws IOException {
    while (trailerCount < TRAILER) {
      require();
      trailer[trailerCount++] = input[from++];
    }
    if (number(0) != checksum.getValue() || number(4) != (memberBytes & 0xffff_ffffL)) {
      throw malformed();
    }
    stage = Stage.GZIP_NEXT;
  }

  private long number(int at) {
    long value = 0;
    for (int i = 3; i >= 0; i--) {
      value = value << 8 | (trailer[at + i] & 0xff);
    }
    return value;
  }

  /** Another member may follow; zeros are padding. */
  private void gzipNext() throws IOException {
    while (more()) {
      if (input[from] != 0) {
        header.reset();
        stage = Stage.GZIP_HEADER;
        return;
      }
      from++;
    }
    stage = Stage.END;
  }

  private void require() throws IOException {
    if (!more()) {
      close();
      throw new UpstreamException(
          Kind.TRUNCATED, "the answer ended in the middle of its content-encoding");
    }
  }

  private boolean more() throws IOException {
    if (from < to) {
      return true;
    }
    from = 0;
    to = Math.max(0, coded.read(input, 0, input.length));
    return to > 0;
  }

  private UpstreamException malformed() {
    close();
    return new UpstreamException(
        Kind.MALFORMED, "the answer is not encoded as its content-encoding says");
  }

  /** Gives memory back; may be called several times. */
  @Override
  public void close() {
    inflater.end();
  }
}
