package dev.headgate.kernel.metrics;

import dev.headgate.spi.metrics.Histogram;
import dev.headgate.spi.metrics.MeterVisitor;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * Counts values by size without a lock and without allocation.
 *
 * <p>One array holds a few stripes, each with a cell for every bucket and one for the sum of
 * nanoseconds, and rounded up to whole cache lines. A thread always uses the stripe of its id, so
 * that threads on different cores mostly touch different lines. A record is two atomic additions; a
 * reading adds the stripes up and may see the first of the two without the second, which the next
 * reading mends.
 */
final class StripedHistogram implements Histogram {
  private static final int LINE = 16; // longs: two cache lines, since lines are fetched in pairs
  private static final int STRIPES =
      Math.min(8, Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1));
  private static final double SECONDS = 1e-9;

  private final Buckets buckets;
  private final int stride;
  private final AtomicLongArray cells;
  private final DoubleAdder sum = new DoubleAdder();

  StripedHistogram(Buckets buckets) {
    this.buckets = buckets;
    this.stride = (buckets.size() + 1 + LINE - 1) / LINE * LINE;
    this.cells = new AtomicLongArray(STRIPES * stride);
  }

  @Override
  public void recordNanos(long nanos) {
    long length = Math.max(0, nanos);
    int stripe = stripe();
    cells.getAndIncrement(stripe + buckets.ofNanos(length));
    cells.getAndAdd(stripe + buckets.size(), length);
  }

  /** Records a value; what is not a number has no bucket and is left out. */
  @Override
  public void record(double value) {
    if (Double.isNaN(value)) {
      return;
    }
    cells.getAndIncrement(stripe() + buckets.of(value));
    sum.add(value);
  }

  private int stripe() {
    return ((int) Thread.currentThread().threadId() & (STRIPES - 1)) * stride;
  }

  void read(List<String> labelValues, MeterVisitor visitor) {
    long[] counts = new long[buckets.size()];
    long nanos = 0;
    for (int stripe = 0; stripe < cells.length(); stripe += stride) {
      for (int bucket = 0; bucket < counts.length; bucket++) {
        counts[bucket] += cells.get(stripe + bucket);
      }
      nanos += cells.get(stripe + counts.length);
    }
    visitor.histogram(labelValues, buckets.bounds(), counts, sum.sum() + nanos * SECONDS);
  }
}
