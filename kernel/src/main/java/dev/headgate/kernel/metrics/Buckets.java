package dev.headgate.kernel.metrics;

import java.util.Arrays;

/**
 * The bounds of a histogram, with a table for finding the bucket of a length of time: for each
 * number of bits of the nanoseconds, the first bucket that can hold such a number. From there a
 * step or two lead to the right one.
 */
final class Buckets {
  private static final double NANOS = 1e9;

  private final double[] bounds;
  private final long[] boundsNanos;
  private final byte[] firstByBits = new byte[64];

  Buckets(String name, double[] bounds) {
    if (bounds.length == 0 || bounds.length > 100) {
      throw new IllegalArgumentException(
          name + " has " + bounds.length + " bounds; from 1 to 100 are allowed");
    }
    for (int i = 0; i < bounds.length; i++) {
      if (!Double.isFinite(bounds[i]) || (i > 0 && bounds[i] <= bounds[i - 1])) {
        throw new IllegalArgumentException(
            name + " has bounds that do not rise: " + Arrays.toString(bounds));
      }
    }
    this.bounds = bounds.clone();
    this.boundsNanos =
        Arrays.stream(bounds).mapToLong(bound -> Math.round(bound * NANOS)).toArray();
    for (int bits = 0; bits < 64; bits++) {
      long smallest = bits == 0 ? 0 : 1L << (bits - 1);
      firstByBits[bits] = (byte) from(0, smallest);
    }
  }

  /** The number of buckets, the last of which has no bound. */
  int size() {
    return bounds.length + 1;
  }

  double[] bounds() {
    return bounds.clone();
  }

  /** The bucket of a length of time that is not negative. */
  int ofNanos(long nanos) {
    return from(firstByBits[64 - Long.numberOfLeadingZeros(nanos)], nanos);
  }

  int of(double value) {
    int place = Arrays.binarySearch(bounds, value);
    return place >= 0 ? place : -place - 1;
  }

  private int from(int bucket, long nanos) {
    int place = bucket;
    while (place < boundsNanos.length && nanos > boundsNanos[place]) {
      place++;
    }
    return place;
  }

  @Override
  public String toString() {
    return Arrays.toString(bounds);
  }
}
