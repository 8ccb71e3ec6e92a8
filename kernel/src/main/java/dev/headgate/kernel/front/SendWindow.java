package dev.headgate.kernel.front;

import dev.headgate.kernel.http.ClientGoneException;
import java.io.IOException;

/**
 * How much a client is willing to take: on the whole connection and on each stream. Taking from
 * both is one step under one lock, so that streams side by side never send more than was granted.
 */
final class SendWindow {
  private static final int DEFAULT = 65_535;

  private long connection = DEFAULT;
  private int initial = DEFAULT;
  private int frame = Frames.MAX_PAYLOAD;

  /**
   * Takes a part of the windows without waiting.
   *
   * @param stream whose
   * @param wanted how much there is to send
   * @return how much may be sent as one frame; 0 when a window is used up
   */
  synchronized int tryTake(Http2ClientSide stream, int wanted) {
    long granted = Math.min(connection, initial + stream.windowChange);
    int count = (int) Math.min(Math.min(wanted, frame), granted);
    if (count <= 0) {
      return 0;
    }
    connection -= count;
    stream.windowChange -= count;
    return count;
  }

  /**
   * Waits until something may be sent.
   *
   * @throws ClientGoneException when the stream ends meanwhile
   */
  synchronized int take(Http2ClientSide stream, int wanted) throws ClientGoneException {
    while (true) {
      if (stream.gone()) {
        throw new ClientGoneException(new IOException("the stream ended"));
      }
      int count = tryTake(stream, wanted);
      if (count > 0) {
        return count;
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ClientGoneException(e);
      }
    }
  }

  /** Wakes those who wait, since a stream has ended. */
  synchronized void wake() {
    notifyAll();
  }

  /** The client takes more; false when the window becomes larger than HTTP/2 allows. */
  synchronized boolean grow(int increment) {
    connection += increment;
    notifyAll();
    return connection <= Integer.MAX_VALUE;
  }

  /** The client takes more of a stream; false as above. */
  synchronized boolean grow(Http2ClientSide stream, int increment) {
    stream.windowChange += increment;
    notifyAll();
    return initial + stream.windowChange <= Integer.MAX_VALUE;
  }

  /** The client changes the window that every stream starts with, those under way as well. */
  synchronized void initial(int size) {
    initial = size;
    notifyAll();
  }

  /** The client changes the size of frames; larger ones than our own limit are not made use of. */
  synchronized void frame(int size) {
    frame = Math.min(size, Frames.MAX_PAYLOAD);
  }
}
