package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.Watched;
import dev.headgate.spi.provider.OutgoingBody;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes a request over a connection, out of the connection's buffer: head and small pieces are
 * gathered there, so that a small request is one write. A piece that does not fit goes out with
 * what is in the buffer in front of it, without being copied.
 *
 * <p>While a large body is written the deadline watch looks in: an upstream that has answered and
 * reads no further (413, mostly) would keep the write blocked for ever, so its sending side is
 * ended, and the answer can be read.
 */
final class RequestWriter extends Watched implements OutgoingBody.PieceSink {
  private static final int SLICE = 128 * 1024;
  private static final long STUCK_NANOS = 1_000_000_000L;

  private final Connection connection;
  private final ByteBuffer[] pair = new ByteBuffer[2];
  private int fill;
  private long sent;

  /** Moves with each slice and each request, and never back. */
  private int steps;

  private volatile int progress;

  private int progressSeen;
  private long stuckSince;

  RequestWriter(Connection connection) {
    this.connection = connection;
  }

  void begin() {
    fill = 0;
    sent = 0;
    progress = ++steps;
  }

  void put(byte b) {
    connection.buffer(fill + 1)[fill++] = b;
  }

  void bytes(byte[] source) {
    System.arraycopy(source, 0, connection.buffer(fill + source.length), fill, source.length);
    fill += source.length;
  }

  /** Writes text as UTF-8. */
  void text(CharSequence text) {
    int length = text.length();
    byte[] buffer = connection.buffer(fill + 3 * length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        buffer[fill++] = (byte) c;
      } else if (c < 0x800) {
        buffer[fill++] = (byte) (0xc0 | c >> 6);
        buffer[fill++] = (byte) (0x80 | (c & 0x3f));
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        int point = Character.toCodePoint(c, text.charAt(++i));
        buffer[fill++] = (byte) (0xf0 | point >> 18);
        buffer[fill++] = (byte) (0x80 | (point >> 12 & 0x3f));
        buffer[fill++] = (byte) (0x80 | (point >> 6 & 0x3f));
        buffer[fill++] = (byte) (0x80 | (point & 0x3f));
      } else {
        buffer[fill++] = (byte) (0xe0 | c >> 12);
        buffer[fill++] = (byte) (0x80 | (c >> 6 & 0x3f));
        buffer[fill++] = (byte) (0x80 | (c & 0x3f));
      }
    }
  }

  void number(long value) {
    int digits = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      digits++;
    }
    byte[] buffer = connection.buffer(fill + digits);
    long rest = value;
    for (int i = fill + digits - 1; i >= fill; i--) {
      buffer[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    fill += digits;
  }

  /** How many bytes of the body are sent or in the buffer. */
  long sent() {
    return sent;
  }

  /** Whether the body fits behind the head. */
  boolean small(long length) {
    return length <= connection.buffer().length - fill;
  }

  @Override
  public void piece(byte[] array, int offset, int length) throws IOException {
    sent += length;
    byte[] buffer = connection.buffer();
    if (length <= buffer.length - fill) {
      System.arraycopy(array, offset, buffer, fill, length);
      fill += length;
      return;
    }
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int slice = Math.min(SLICE, end - at);
      pair[0] = ByteBuffer.wrap(buffer, 0, fill);
      pair[1] = ByteBuffer.wrap(array, at, slice);
      connection.wire.write(pair, 2);
      fill = 0;
      at += slice;
      progress = ++steps;
    }
    pair[1] = pair[0];
  }

  /** Sends what is in the buffer. */
  void flush() throws IOException {
    if (fill > 0) {
      connection.wire.write(connection.buffer(), 0, fill);
      fill = 0;
    }
  }

  @Override
  protected void expired(int overduePhase) {}

  @Override
  protected void tick(long now) {
    int seen = progress;
    if (seen != progressSeen) {
      progressSeen = seen;
      stuckSince = now;
    } else if (now - stuckSince > STUCK_NANOS && connection.wire.readable()) {
      connection.wire.endOutput();
    }
  }
}
