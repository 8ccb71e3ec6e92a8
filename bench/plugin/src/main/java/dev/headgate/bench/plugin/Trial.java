package dev.headgate.bench.plugin;

import dev.headgate.bench.plugin.Setup.Reading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Runs three set-ups in turn, a few milliseconds each and in random order, so that what disturbs
 * the machine disturbs all of them. Half a second makes a window; the windows' differences are the
 * sample.
 */
final class Trial {
  private static final long WINDOW_NANOS = 500_000_000L;
  private static final int LEAST_WINDOWS = 12;
  private static final double LONGEST_WARM_UP = 12;
  private static final double SHORTEST_WARM_UP = 3;

  private final Setup without;
  private final Setup with;
  private final Setup empty;
  private final Random random = new Random(1);
  private final List<Reading> base = new ArrayList<>();
  private final List<Reading> full = new ArrayList<>();
  private final List<Reading> idle = new ArrayList<>();

  Trial(Setup without, Setup with, Setup empty) {
    this.without = without;
    this.with = with;
    this.empty = empty;
  }

  /**
   * Lets the compiler do its work, until a request costs what it cost a second before.
   *
   * @param most the most seconds that it may take
   */
  void warmUp(double most) {
    long start = System.nanoTime();
    double before = Double.MAX_VALUE;
    while (passed(start) < Math.min(most, LONGEST_WARM_UP)) {
      rounds(2 * WINDOW_NANOS);
      double now = with.take().cpuNanos() + without.take().cpuNanos() + empty.take().cpuNanos();
      if (now > before * 0.97 && passed(start) > SHORTEST_WARM_UP) {
        return;
      }
      before = now;
    }
  }

  private static double passed(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * Measures until the interval is narrow enough.
   *
   * @param width how wide it may be, nanoseconds
   * @param part how wide it may be as a part of the cost, if that is more
   * @param until the end of the time that there is, on the monotonic clock
   * @return whether it became narrow enough
   */
  boolean run(double width, double part, long until) {
    while (true) {
      rounds(WINDOW_NANOS);
      base.add(without.take());
      full.add(with.take());
      idle.add(empty.take());
      if (base.size() >= LEAST_WINDOWS && narrow(width, part)) {
        return true;
      }
      if (System.nanoTime() - until > 0 && base.size() >= 2) {
        return false;
      }
    }
  }

  private void rounds(long nanos) {
    List<Setup> order = new ArrayList<>(List.of(without, with, empty));
    long end = System.nanoTime() + nanos;
    do {
      Collections.shuffle(order, random);
      order.forEach(Setup::slice);
    } while (System.nanoTime() - end < 0);
  }

  private boolean narrow(double width, double part) {
    Interval cost = cost().cpuNanos();
    return cost.width() <= Math.max(width, part * Math.abs(cost.mean()))
        && emptyCost().cpuNanos().width() <= Math.max(width, part * Math.abs(cost.mean()));
  }

  /**
   * What a plugin adds to a request.
   *
   * @param cpuNanos CPU time of the request's thread
   * @param allocated bytes
   * @param p50 time from request to answer at the median, nanoseconds
   * @param p99 the same at 99 of 100
   */
  record Cost(Interval cpuNanos, Interval allocated, Interval p50, Interval p99) {}

  /** What the plugin adds. */
  Cost cost() {
    return cost(full);
  }

  /** What an empty plugin adds. */
  Cost emptyCost() {
    return cost(idle);
  }

  private Cost cost(List<Reading> of) {
    return new Cost(
        difference(of, Reading::cpuNanos),
        difference(of, Reading::allocated),
        difference(of, Reading::p50),
        difference(of, Reading::p99));
  }

  private Interval difference(List<Reading> of, ToDoubleFunction<Reading> value) {
    double[] differences = new double[base.size()];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = value.applyAsDouble(of.get(i)) - value.applyAsDouble(base.get(i));
    }
    return Interval.of(differences);
  }

  /** What a request costs without the plugin: a mean over all windows. */
  double baseline(ToDoubleFunction<Reading> value) {
    return base.stream().mapToDouble(value).average().orElse(0);
  }

  /** How many requests were measured with the plugin. */
  long requests() {
    return full.stream().mapToLong(Reading::requests).sum();
  }
}
