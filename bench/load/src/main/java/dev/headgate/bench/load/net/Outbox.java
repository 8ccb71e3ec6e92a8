package dev.headgate.bench.load.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/** Bytes that a socket has not taken yet, in order. */
public final class Outbox {

  private final SocketChannel channel;
  private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();

  public Outbox(SocketChannel channel) {
    this.channel = channel;
  }

  /** Writes what goes at once; the rest follows when the key says that the socket takes more. */
  public void write(ByteBuffer bytes, SelectionKey key) throws IOException {
    if (waiting.isEmpty()) {
      channel.write(bytes);
      if (!bytes.hasRemaining()) {
        return;
      }
      key.interestOpsOr(SelectionKey.OP_WRITE);
    }
    waiting.add(bytes);
  }

  /** Writes on; stops listening for room when all has gone. */
  public void flush(SelectionKey key) throws IOException {
    while (!waiting.isEmpty()) {
      ByteBuffer first = waiting.getFirst();
      channel.write(first);
      if (first.hasRemaining()) {
        return;
      }
      waiting.removeFirst();
    }
    key.interestOpsAnd(~SelectionKey.OP_WRITE);
  }
}
