package dev.headgate.bench.upstream.wire;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A TCP connection without TLS. */
public final class PlainWire implements Wire {

  /** More per call would make the JDK keep a larger direct copy buffer for each carrier thread. */
  private static final int LARGEST_CALL = 128 * 1024;

  private final SocketChannel channel;

  public PlainWire(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return channel.read(ByteBuffer.wrap(target, offset, Math.min(length, LARGEST_CALL)));
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      at += channel.write(ByteBuffer.wrap(source, at, Math.min(end - at, LARGEST_CALL)));
    }
  }

  @Override
  public void finish() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public void reset() {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException alreadyGone) {
      // Closing is all that is left to do, and it follows.
    }
    close();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      // The connection is gone either way.
    }
  }

  @Override
  public TlsFacts tls() {
    return TlsFacts.NONE;
  }
}
