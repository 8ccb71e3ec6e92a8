package dev.headgate.bench.load.net;

import dev.headgate.bench.upstream.wire.TlsFacts;
import dev.headgate.bench.upstream.wire.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A non-blocking socket for a reader that thinks it blocks: where nothing has arrived, reading ends
 * with {@link NothingYet}, and is begun again when something has.
 */
final class ArrivedBytes implements Wire {

  /** Thrown instead of waiting. */
  static final class NothingYet extends IOException {
    private static final long serialVersionUID = 1L;

    NothingYet() {
      super("nothing has arrived yet");
    }

    @Override
    public Throwable fillInStackTrace() {
      return this; // Thrown in the ordinary course of things.
    }
  }

  private final SocketChannel channel;

  ArrivedBytes(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = channel.read(ByteBuffer.wrap(target, offset, length));
    if (count == 0) {
      throw new NothingYet();
    }
    return count;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    throw new UnsupportedOperationException("answers go through the outbox");
  }

  @Override
  public void finish() {
    throw new UnsupportedOperationException("answers go through the outbox");
  }

  @Override
  public void reset() {
    close();
  }

  @Override
  public void close() {
    Channels.close(channel);
  }

  @Override
  public TlsFacts tls() {
    return TlsFacts.NONE;
  }
}
