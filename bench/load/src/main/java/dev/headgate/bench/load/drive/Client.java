package dev.headgate.bench.load.drive;

import dev.headgate.bench.load.net.Channels;
import dev.headgate.bench.load.net.EventLoop;
import dev.headgate.bench.load.net.Outbox;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** One connection that sends a request, checks the answer, and tells its pattern. */
final class Client implements EventLoop.Handler {

  /** Who decides what a client does next; on the loop's thread. */
  interface Owner {
    /** The answer was right, or {@code error} says what was wrong. */
    void completed(Client client, String error, long nowNanos);
  }

  private final EventLoop loop;
  private final InetSocketAddress address;
  private final Owner owner;
  private final byte[] scratch;
  private final AnswerReader answer = new AnswerReader();
  private final StreamTimes times;
  private final int number;
  private SocketChannel channel;
  private Outbox outbox;
  private SelectionKey key;
  private boolean connected;
  private boolean busy;
  private boolean closed = true;
  private int sentOnConnection;
  private long scheduledNanos;
  private long sentNanos;
  private Shot shot;

  @SuppressWarnings("NullAway.Init") // A connection is there before anything is sent on it.
  Client(
      EventLoop loop,
      InetSocketAddress address,
      Owner owner,
      byte[] scratch,
      Recording recording,
      int number) {
    this.loop = loop;
    this.address = address;
    this.owner = owner;
    this.scratch = scratch;
    this.number = number;
    times = new StreamTimes(recording);
  }

  /** Which of the clients of a pattern this is. */
  int number() {
    return number;
  }

  long scheduledNanos() {
    return scheduledNanos;
  }

  boolean isBusy() {
    return busy;
  }

  /** Sends a request, on a new connection where there is none. */
  void send(Shot next, long scheduled) {
    shot = next;
    scheduledNanos = scheduled;
    sentNanos = System.nanoTime();
    busy = true;
    answer.reset();
    times.reset();
    try {
      if (closed) {
        connect();
      }
      if (connected) {
        write();
      }
    } catch (IOException e) {
      fail("cannot send: " + e.getMessage());
    }
  }

  private void connect() throws IOException {
    channel = SocketChannel.open();
    closed = false;
    sentOnConnection = 0;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    outbox = new Outbox(channel);
    channel.configureBlocking(false);
    connected = channel.connect(address);
    int interest = connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
    key = loop.register(channel, interest, this);
  }

  private void write() throws IOException {
    sentOnConnection++;
    ByteBuffer request = shot.request().duplicate();
    outbox.write(request, key);
  }

  @Override
  public void ready(SelectionKey ready) {
    try {
      if (ready.isConnectable()) {
        channel.finishConnect();
        connected = true;
        key.interestOps(SelectionKey.OP_READ);
        write();
        return;
      }
      if (ready.isWritable()) {
        outbox.flush(key);
      }
      if (ready.isReadable()) {
        read();
      }
    } catch (IOException e) {
      lost(String.valueOf(e.getMessage()));
    } catch (BadAnswer bad) {
      fail(bad.reason());
    }
  }

  private void read() throws IOException, BadAnswer {
    int count = channel.read(ByteBuffer.wrap(scratch));
    if (count < 0) {
      if (busy && answer.endsByClose()) {
        close();
        complete(System.nanoTime());
      } else {
        lost("the connection was closed");
      }
      return;
    }
    if (!busy) {
      throw new BadAnswer("bytes came without a request");
    }
    long now = System.nanoTime();
    boolean whole = answer.feed(scratch, 0, count);
    if (shot.expectation().isStream()) {
      times.more(answer.body(), sentNanos, now);
    }
    if (whole) {
      if (answer.closes()) {
        close();
      }
      complete(now);
    }
  }

  private void complete(long now) {
    busy = false;
    owner.completed(this, shot.expectation().verdict(answer), now);
  }

  /** An idle connection may go at any time; one with a request on it may not. */
  private void lost(String how) {
    if (busy) {
      String when =
          answer.isUntouched()
              ? " before the answer" + (sentOnConnection > 1 ? "" : " to its first request")
              : " within the answer";
      fail(how + when);
    } else {
      close();
    }
  }

  /** Gives up on the request in flight. */
  void fail(String why) {
    close();
    busy = false;
    owner.completed(this, why, System.nanoTime());
  }

  /** Closes the connection; the next request opens another. */
  void close() {
    if (!closed) {
      closed = true;
      connected = false;
      Channels.close(channel);
    }
  }
}
