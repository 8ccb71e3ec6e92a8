package dev.headgate.kernel.http;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Buffers for bodies that do not fit into their connection's own. All together hold at most a set
 * number of bytes; beyond that a request is refused rather than the heap filled. A few of the
 * common sizes are kept, the last used first, since those are still in the processor's cache.
 */
public final class BodyBuffers {
  /** The sizes that are kept: a long chat, and a prompt of 100,000 tokens. */
  private static final int[] SIZES = {64 * 1024, 512 * 1024};

  private static final int KEPT = 16;

  private final long limit;
  private final AtomicLong inUse = new AtomicLong();
  private final Shelf[] shelves = {new Shelf(), new Shelf()};

  /** Buffers of one size. */
  private static final class Shelf {
    private final ArrayDeque<byte[]> kept = new ArrayDeque<>(KEPT);

    synchronized byte @Nullable [] take() {
      return kept.pollLast();
    }

    synchronized void give(byte[] buffer) {
      if (kept.size() < KEPT) {
        kept.addLast(buffer);
      }
    }
  }

  /**
   * @param limitBytes the most bytes in all buffers that are in use
   */
  public BodyBuffers(long limitBytes) {
    limit = limitBytes;
  }

  /** The bytes that are in use. */
  public long bytesInUse() {
    return inUse.get();
  }

  /**
   * Takes a buffer.
   *
   * @param size at least so many bytes
   * @return null when the limit is reached
   */
  public byte @Nullable [] take(int size) {
    int shelf = shelf(size);
    int rounded = shelf < 0 ? size : SIZES[shelf];
    if (inUse.addAndGet(rounded) > limit) {
      inUse.addAndGet(-rounded);
      return null;
    }
    byte[] kept = shelf < 0 ? null : shelves[shelf].take();
    return kept == null ? new byte[rounded] : kept;
  }

  /** Gives a buffer back. */
  public void give(byte[] buffer) {
    inUse.addAndGet(-buffer.length);
    int shelf = shelf(buffer.length);
    if (shelf >= 0 && SIZES[shelf] == buffer.length) {
      shelves[shelf].give(buffer);
    }
  }

  private static int shelf(int size) {
    for (int i = 0; i < SIZES.length; i++) {
      if (size <= SIZES[i]) {
        return i;
      }
    }
    return -1;
  }
}
