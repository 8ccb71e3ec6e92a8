package dev.headgate.bench.plugin.loop;

import java.util.Arrays;

/** Counts of lengths of time in buckets that are less than 0.8 % wide. */
public final class LatencyCounts {
  private static final int SUB_BITS = 7;
  private static final int SUB = 1 << SUB_BITS;

  private final int[] counts = new int[(40 - SUB_BITS) * SUB];
  private long total;

  /** None so far. */
  public LatencyCounts() {}

  /** Counts one. */
  public void add(long nanos) {
    counts[bucket(Math.max(0, nanos))]++;
    total++;
  }

  private int bucket(long nanos) {
    if (nanos < SUB) {
      return (int) nanos;
    }
    int shift = 63 - SUB_BITS - Long.numberOfLeadingZeros(nanos);
    int place = (shift + 1) * SUB + (int) ((nanos >>> shift) - SUB);
    return Math.min(place, counts.length - 1);
  }

  private static double start(int bucket) {
    if (bucket < SUB) {
      return bucket;
    }
    int shift = bucket / SUB - 1;
    return (double) ((long) (bucket % SUB + SUB) << shift);
  }

  /** The length that a part of all do not pass, between two bounds by the share of the bucket. */
  public double quantile(double part) {
    double wanted = part * total;
    long below = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      if (below + counts[bucket] >= wanted && counts[bucket] > 0) {
        double share = Math.max(0, wanted - below) / counts[bucket];
        return start(bucket) + share * (start(bucket + 1) - start(bucket));
      }
      below += counts[bucket];
    }
    return 0;
  }

  /** Starts over. */
  public void clear() {
    Arrays.fill(counts, 0);
    total = 0;
  }
}
