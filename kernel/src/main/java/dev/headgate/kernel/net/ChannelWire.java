package dev.headgate.kernel.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A plain TCP connection. Its channel is in blocking mode but for the moment of a probe; the gate
 * keeps the owner out of that moment. Once a virtual thread has used the channel, the system's
 * socket never blocks, and changing the mode costs no system call.
 */
public final class ChannelWire implements Wire {
  private static final System.Logger LOG = System.getLogger(ChannelWire.class.getName());

  private final SocketChannel channel;
  private final String remoteAddress;
  private final WireGate gate = new WireGate();
  private final ArrayView readView = new ArrayView();
  private final ArrayView writeView = new ArrayView();

  /**
   * @param channel a connected channel in blocking mode; belongs to the wire from now on
   */
  public ChannelWire(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    remoteAddress =
        channel.getRemoteAddress() instanceof InetSocketAddress inet && inet.getAddress() != null
            ? inet.getAddress().getHostAddress()
            : "";
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    gate.enter();
    try {
      return channel.read(readView.of(target, offset, count));
    } finally {
      gate.leave();
    }
  }

  @Override
  public void write(byte[] source, int offset, int count) throws IOException {
    gate.enter();
    try {
      ByteBuffer view = writeView.of(source, offset, count);
      while (view.hasRemaining()) {
        channel.write(view);
      }
    } finally {
      gate.leave();
    }
  }

  @Override
  public void write(ByteBuffer[] pieces, int count) throws IOException {
    gate.enter();
    try {
      int first = 0;
      while (first < count) {
        if (pieces[first].hasRemaining()) {
          channel.write(pieces, first, count - first);
        } else {
          first++;
        }
      }
    } finally {
      gate.leave();
    }
  }

  @Override
  public int probe(byte[] target, int offset, int count) {
    if (!gate.tryProbe()) {
      return 0;
    }
    try {
      channel.configureBlocking(false);
      try {
        return channel.read(readView.of(target, offset, count));
      } finally {
        channel.configureBlocking(true);
      }
    } catch (IOException broken) {
      return -1;
    } finally {
      gate.endProbe();
    }
  }

  @Override
  public boolean readable() {
    try {
      return channel.socket().getInputStream().available() > 0;
    } catch (IOException broken) {
      return false;
    }
  }

  @Override
  public void endOutput() {
    try {
      channel.shutdownOutput();
    } catch (IOException broken) {
      LOG.log(System.Logger.Level.DEBUG, "a connection was gone before its output ended", broken);
    }
  }

  @Override
  public void endInput() {
    try {
      channel.shutdownInput();
    } catch (IOException e) {
      // The connection is broken, and then nothing waits on it any more.
      close();
    }
  }

  @Override
  public void shutdown() {
    close();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException broken) {
      LOG.log(System.Logger.Level.DEBUG, "closing a connection failed", broken);
    }
  }

  @Override
  public void reset() {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException broken) {
      LOG.log(System.Logger.Level.DEBUG, "a connection was gone before its reset", broken);
    }
    close();
  }

  @Override
  public boolean open() {
    return channel.isOpen();
  }

  @Override
  public String remoteAddress() {
    return remoteAddress;
  }
}
