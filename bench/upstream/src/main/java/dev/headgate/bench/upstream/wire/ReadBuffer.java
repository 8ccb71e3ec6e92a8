package dev.headgate.bench.upstream.wire;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * What a connection has read and not yet used: the range from {@link #from} to {@link #to} of
 * {@link #bytes}. Bytes only move when {@link #makeRoom} is called, so that offsets into the array
 * stay true while a request is being read; a larger array keeps them, too.
 */
public final class ReadBuffer {

  private static final int SMALL = 16 * 1024;
  private static final int LARGE_STEP = 512 * 1024;
  private static final int LARGEST_POOLED = 2 * LARGE_STEP;
  private static final int POOLED = 32;

  /** Large arrays that no connection needs at present; guarded by itself. */
  private static final ArrayDeque<byte[]> LARGE = new ArrayDeque<>();

  private byte[] bytes = new byte[SMALL];
  private final byte[] small = bytes;
  private int from;
  private int to;

  public byte[] bytes() {
    return bytes;
  }

  public int from() {
    return from;
  }

  public int to() {
    return to;
  }

  public boolean isEmpty() {
    return from == to;
  }

  /** Uses everything before {@code position} up. */
  public void consume(int position) {
    from = position;
  }

  /**
   * Reads what has arrived.
   *
   * @return whether there was something; false at the end of the stream
   */
  public boolean fill(Wire wire) throws IOException {
    if (to == bytes.length) {
      reserve(to + 1);
    }
    int count = wire.read(bytes, to, bytes.length - to);
    if (count < 0) {
      return false;
    }
    to += count;
    return true;
  }

  /** Makes the array reach to {@code end}, offsets unchanged. */
  public void reserve(int end) {
    if (end <= bytes.length) {
      return;
    }
    byte[] larger = takeLarge(Math.max(end, 2 * bytes.length));
    System.arraycopy(bytes, from, larger, from, to - from);
    giveBack(bytes);
    bytes = larger;
  }

  /** Moves the unused bytes to the front and gives a large array back that is not needed. */
  public void makeRoom() {
    int length = to - from;
    if (bytes.length > SMALL && length <= small.length) {
      System.arraycopy(bytes, from, small, 0, length);
      giveBack(bytes);
      bytes = small;
    } else if (from > 0 && length > 0) {
      System.arraycopy(bytes, from, bytes, 0, length);
    }
    from = 0;
    to = length;
  }

  private static byte[] takeLarge(int least) {
    synchronized (LARGE) {
      byte[] pooled = LARGE.peekLast();
      if (pooled != null && pooled.length >= least) {
        LARGE.removeLast();
        return pooled;
      }
    }
    return new byte[Math.multiplyExact(Math.ceilDiv(least, LARGE_STEP), LARGE_STEP)];
  }

  private static void giveBack(byte[] large) {
    if (large.length == SMALL || large.length > LARGEST_POOLED) {
      return;
    }
    synchronized (LARGE) {
      if (LARGE.size() < POOLED) {
        LARGE.addLast(large);
      }
    }
  }

  /** A copy of a range. */
  public byte[] copy(int start, int end) {
    return Arrays.copyOfRange(bytes, start, end);
  }
}
