package dev.headgate.kernel.transport;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.kernel.net.Watched;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * The making of one connection, which is several steps that each can hang: look-up, one address
 * after the other, proxy, TLS. It has its own deadline; each address but the last gets a share of
 * the time, so that one that does not answer leaves time for the next.
 */
final class Dial extends Watched implements Stoppable {
  private static final int MAX_ADDRESSES = 6;

  private final DeadlineWatch watch;
  private final long deadline;
  private volatile Cancellation step = new Cancellation();
  private volatile boolean stopped;
  private volatile boolean late;

  Dial(DeadlineWatch watch, Duration timeout) {
    this.watch = watch;
    deadline = watch.after(timeout);
  }

  /** Enters a step that the action ends; the whole remaining time is its own. */
  Cancellation begin(Stoppable action) {
    return begin(action, deadline);
  }

  private Cancellation begin(Stoppable action, long due) {
    Cancellation next = new Cancellation();
    next.hold(action);
    late = false;
    step = next;
    if (stopped) {
      next.run();
    }
    arm(0, due);
    return next;
  }

  /** Connects to the first address that answers. */
  SocketChannel connect(InetAddress[] addresses, int port) throws IOException {
    IOException last = new ConnectException("the name has no address");
    int count = Math.min(addresses.length, MAX_ADDRESSES);
    for (int i = 0; i < count && !stopped; i++) {
      SocketChannel channel = SocketChannel.open();
      Cancellation attempt = begin(() -> close(channel), share(count - i));
      try {
        channel.connect(new InetSocketAddress(addresses[i], port));
        if (attempt.release()) {
          return channel;
        }
        last = new SocketTimeoutException("no connection in time");
      } catch (IOException failed) {
        attempt.release();
        close(channel);
        last = late ? new SocketTimeoutException("no connection in time") : failed;
      }
    }
    throw last;
  }

  private long share(int attemptsLeft) {
    if (deadline == NEVER || attemptsLeft == 1) {
      return deadline;
    }
    long now = watch.now();
    return now + (deadline - now) / attemptsLeft;
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException broken) {
      System.getLogger(Dial.class.getName())
          .log(System.Logger.Level.DEBUG, "closing a connection failed", broken);
    }
  }

  /** Whether the deadline passed in the last step. */
  boolean late() {
    return late;
  }

  @Override
  protected void expired(int phase) {
    late = true;
    step.run();
  }

  @Override
  public void stop() {
    stopped = true;
    step.run();
  }
}
