package dev.headgate.plugins.authkeys.lookup;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Keeps what was read before a change from entering a cache after it.
 *
 * <p>Whoever reads a record for a cache first watches its source; whoever learns of a change bumps
 * the source before clearing the caches. A reader puts its result into the cache and then asks
 * {@link Watch#fresh}: either the change was seen by then, and the reader takes the result out
 * again, or the change's clearing comes after the result went in. Sources share 4,096 counters; two
 * that meet cost a needless second read.
 */
public final class Freshness {
  private static final int SLOTS = 4096;

  private final AtomicLongArray changes = new AtomicLongArray(SLOTS);

  /** No change yet. */
  public Freshness() {}

  private static int slot(String source) {
    int hash = source.hashCode();
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }

  /** A source has changed. */
  public void bump(String source) {
    changes.incrementAndGet(slot(source));
  }

  /** Every source may have changed. */
  public void bumpAll() {
    for (int i = 0; i < SLOTS; i++) {
      changes.incrementAndGet(i);
    }
  }

  /** Begins to watch. */
  public Watch watch() {
    return new Watch();
  }

  /** What one reader watches. Used by one thread. */
  public final class Watch {
    private int[] slots = new int[8];
    private long[] seen = new long[8];
    private int count;
    private boolean spoiled;

    private Watch() {}

    /** Watches a source, before it is read. */
    public void on(String source) {
      if (count == slots.length) {
        slots = Arrays.copyOf(slots, count * 2);
        seen = Arrays.copyOf(seen, count * 2);
      }
      slots[count] = slot(source);
      seen[count] = changes.get(slots[count]);
      count++;
    }

    /** Something that was read is known to be old. */
    public void spoil() {
      spoiled = true;
    }

    /** Whether none of them has changed since it was watched. */
    public boolean fresh() {
      if (spoiled) {
        return false;
      }
      for (int i = 0; i < count; i++) {
        if (changes.get(slots[i]) != seen[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
