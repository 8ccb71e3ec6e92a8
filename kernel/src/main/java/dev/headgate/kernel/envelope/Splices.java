package dev.headgate.kernel.envelope;

import java.util.Arrays;

/** Ranges and what replaces them, in the order of their places, none overlapping another. */
final class Splices {
  private static final int USUAL = 4;

  private int count;
  private int[] starts = new int[USUAL];
  private int[] ends = new int[USUAL];
  private byte[][] bytes = new byte[USUAL][];

  int count() {
    return count;
  }

  int start(int index) {
    return starts[index];
  }

  int end(int index) {
    return ends[index];
  }

  byte[] bytes(int index) {
    return bytes[index];
  }

  void clear() {
    if (SplicedBody.tooManyToKeep(starts.length)) {
      starts = new int[USUAL];
      ends = new int[USUAL];
      bytes = new byte[USUAL][];
    } else {
      Arrays.fill(bytes, 0, count, null);
    }
    count = 0;
  }

  void copy(Splices other) {
    clear();
    grow(other.count);
    System.arraycopy(other.starts, 0, starts, 0, other.count);
    System.arraycopy(other.ends, 0, ends, 0, other.count);
    System.arraycopy(other.bytes, 0, bytes, 0, other.count);
    count = other.count;
  }

  /**
   * Adds a range, or gives one that is there already other bytes. An empty range is an insertion:
   * it overlaps only a range that it lies truly within.
   *
   * @return whether it could be done: false when it overlaps another range without being the same
   */
  boolean put(int start, int end, byte[] replacement) {
    int at = firstNotBefore(start, end);
    if (at < count && starts[at] == start && ends[at] == end) {
      bytes[at] = replacement;
      return true;
    }
    if (at > 0 && ends[at - 1] > start) {
      return false;
    }
    if (at < count && starts[at] < end) {
      return false;
    }
    grow(count + 1);
    System.arraycopy(starts, at, starts, at + 1, count - at);
    System.arraycopy(ends, at, ends, at + 1, count - at);
    System.arraycopy(bytes, at, bytes, at + 1, count - at);
    starts[at] = start;
    ends[at] = end;
    bytes[at] = replacement;
    count++;
    return true;
  }

  /** Forgets all ranges within a range. */
  void removeWithin(int start, int end) {
    int first = firstNotBefore(start, start);
    int next = first;
    while (next < count && ends[next] <= end) {
      next++;
    }
    if (next > first) {
      System.arraycopy(starts, next, starts, first, count - next);
      System.arraycopy(ends, next, ends, first, count - next);
      System.arraycopy(bytes, next, bytes, first, count - next);
      int left = count - (next - first);
      Arrays.fill(bytes, left, count, null);
      count = left;
    }
  }

  /** The index of the first range that begins at a place or after it. */
  int firstFrom(int place) {
    return firstNotBefore(place, place);
  }

  /** The first range that does not come before a range, by start and then by end. */
  private int firstNotBefore(int start, int end) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] < start || (starts[middle] == start && ends[middle] < end)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void grow(int needed) {
    if (needed > starts.length) {
      int places = Math.max(needed, starts.length * 2);
      starts = Arrays.copyOf(starts, places);
      ends = Arrays.copyOf(ends, places);
      bytes = Arrays.copyOf(bytes, places);
    }
  }
}
