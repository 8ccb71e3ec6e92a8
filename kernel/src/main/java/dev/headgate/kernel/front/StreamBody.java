package dev.headgate.kernel.front;

import dev.headgate.kernel.http.BodyBuffers;
import java.util.Arrays;

/**
 * The body of a request, as its frames come in. The connection's thread brings them and never waits
 * here; the exchange's thread waits for the end. What comes before the exchange wants the body is
 * held, at most a window full; what comes after it is dropped.
 */
final class StreamBody {
  private static final byte[] NOTHING = new byte[0];
  private static final long UNKNOWN = -1;

  /** How waiting for the body went. */
  enum Outcome {
    WHOLE,
    TOO_LARGE,
    NO_MEMORY,
    WRONG_LENGTH,
    LATE,
    BROKEN
  }

  private enum State {
    HELD,
    KEPT,
    DROPPED
  }

  private final BodyBuffers buffers;
  private State state = State.HELD;
  private byte[] bytes = NOTHING;
  private int size;
  private boolean pooled;
  private long expected = UNKNOWN;
  private long most;
  private boolean ended;
  private boolean broken;
  private boolean late;
  private long dropped;
  private Outcome outcome = Outcome.WHOLE;

  StreamBody(BodyBuffers buffers) {
    this.buffers = buffers;
  }

  /**
   * A piece has come.
   *
   * @return whether the client may send as much again
   */
  synchronized boolean arrived(byte[] array, int from, int count) {
    switch (state) {
      case HELD -> {
        if (bytes.length - size < count) {
          bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + count));
        }
        System.arraycopy(array, from, bytes, size, count);
        size += count;
        return false;
      }
      case KEPT -> keep(array, from, count);
      case DROPPED -> {
        dropped += count;
        notifyAll();
      }
    }
    return true;
  }

  private void keep(byte[] array, int from, int count) {
    if (expected != UNKNOWN && size + (long) count > expected) {
      fail(Outcome.WRONG_LENGTH);
      return;
    }
    if (size + (long) count > most) {
      fail(Outcome.TOO_LARGE);
      return;
    }
    if (size + count > bytes.length && !grow(size + count)) {
      fail(Outcome.NO_MEMORY);
      return;
    }
    System.arraycopy(array, from, bytes, size, count);
    size += count;
  }

  private boolean grow(int needed) {
    byte[] larger = buffers.take((int) Math.min(Math.max(needed, bytes.length * 2L), most));
    if (larger == null) {
      return false;
    }
    System.arraycopy(bytes, 0, larger, 0, size);
    if (pooled) {
      buffers.give(bytes);
    }
    bytes = larger;
    pooled = true;
    return true;
  }

  private void fail(Outcome why) {
    outcome = why;
    drop();
    notifyAll();
  }

  /** The client has sent all of it. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** The rest will not come. */
  synchronized void broken() {
    broken = true;
    notifyAll();
  }

  /** The time for the body is up. */
  synchronized void late() {
    late = true;
    notifyAll();
  }

  synchronized boolean ended() {
    return ended;
  }

  /**
   * Starts to take the body in.
   *
   * @param length as the head states it; negative when it does not
   * @param limit the most bytes
   * @return how many of the held bytes the client may send again
   */
  synchronized int open(long length, long limit) {
    if (state != State.HELD) {
      return 0;
    }
    most = limit;
    expected = length < 0 ? UNKNOWN : length;
    byte[] held = bytes;
    int count = size;
    bytes = NOTHING;
    size = 0;
    if (expected > most) {
      fail(Outcome.TOO_LARGE);
      return count;
    }
    state = State.KEPT;
    int wanted = (int) Math.max(expected, count);
    if (wanted > 0 && wanted <= most && !grow(wanted)) {
      fail(Outcome.NO_MEMORY);
      return count;
    }
    keep(held, 0, count);
    return count;
  }

  /** Waits until the body is whole, or never will be. */
  synchronized Outcome await() throws InterruptedException {
    while (outcome == Outcome.WHOLE && !ended && !broken && !late) {
      wait();
    }
    if (outcome != Outcome.WHOLE) {
      return outcome;
    }
    if (ended) {
      return expected != UNKNOWN && size != expected ? Outcome.WRONG_LENGTH : Outcome.WHOLE;
    }
    return broken ? Outcome.BROKEN : Outcome.LATE;
  }

  /**
   * Waits for a client that still sends although it has its answer.
   *
   * @param patience the most bytes to wait for
   * @return whether it came to its end
   */
  synchronized boolean awaitRest(long patience) throws InterruptedException {
    while (!ended && !broken && !late && dropped < patience) {
      wait();
    }
    return ended;
  }

  synchronized byte[] bytes() {
    return bytes;
  }

  synchronized int size() {
    return size;
  }

  /**
   * The body is needed no more, and what still comes of it is dropped.
   *
   * @return how many held bytes the client may send again
   */
  synchronized int drop() {
    int held = state == State.HELD ? size : 0;
    state = State.DROPPED;
    byte[] given = bytes;
    bytes = NOTHING;
    size = 0;
    if (pooled) {
      pooled = false;
      buffers.give(given);
    }
    return held;
  }
}
