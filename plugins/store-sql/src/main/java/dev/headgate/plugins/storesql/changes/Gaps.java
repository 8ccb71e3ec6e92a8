package dev.headgate.plugins.storesql.changes;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers that were passed over.
 *
 * <p>A number is drawn when a change is written and seen when its transaction commits, so 8 may be
 * seen before 7. Whoever then goes on from 8 never sees 7. Hence a missing number is kept, together
 * with the next transaction that the database would start at that moment: whoever drew the number
 * is an earlier one. Once no transaction before that runs any more, and the number is still not
 * there, it was drawn in vain and is forgotten. So nothing is missed, and nothing waits for a
 * transaction that takes long.
 */
final class Gaps {
  /** Numbers that nobody may miss for a while, whatever the transactions say. */
  private static final long YOUNG_NANOS = 1_000_000_000L;

  private record Gap(long nextTransaction, long since) {}

  private final int most;
  private final TreeMap<Long, Gap> missing = new TreeMap<>();

  /**
   * @param most how many are kept
   */
  Gaps(int most) {
    this.most = most;
  }

  /**
   * Keeps numbers that were passed over.
   *
   * @param from the first
   * @param to the one after the last
   * @param nextTransaction the next that the database would start, asked after they were missed
   * @return whether all could be kept
   */
  boolean notice(long from, long to, long nextTransaction, long now) {
    for (long number = Math.max(from, to - most); number < to; number++) {
      missing.put(number, new Gap(nextTransaction, now));
    }
    boolean kept = to - from <= most;
    while (missing.size() > most) {
      missing.pollFirstEntry();
      kept = false;
    }
    return kept;
  }

  /** A number has come after all. */
  void arrived(long number) {
    missing.remove(number);
  }

  /**
   * Forgets what nobody can bring any more.
   *
   * @param lowestRunning no transaction before this one runs; asked before the numbers were looked
   *     for once more
   */
  void forget(long lowestRunning, long now) {
    Iterator<Map.Entry<Long, Gap>> gaps = missing.entrySet().iterator();
    while (gaps.hasNext()) {
      Gap gap = gaps.next().getValue();
      if (gap.nextTransaction() <= lowestRunning && now - gap.since() >= YOUNG_NANOS) {
        gaps.remove();
      }
    }
  }

  boolean isEmpty() {
    return missing.isEmpty();
  }

  /** The numbers that are missing. */
  Long[] numbers() {
    return new ArrayList<>(missing.keySet()).toArray(Long[]::new);
  }

  void clear() {
    missing.clear();
  }
}
