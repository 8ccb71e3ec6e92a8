package dev.headgate.tokenizers.estimate;

import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Estimates the tokens of a family and learns its own error: each request of which the provider
 * told the true count moves the estimate a little towards it, within bounds, so that no odd request
 * and no odd provider can spoil it.
 */
final class LearningEstimate implements TokenCounter {
  private static final double LEARNS = 0.05;
  private static final double LEAST = 0.5;
  private static final double MOST = 2;

  /** A request of fewer tokens says more about its frame than about its text. */
  private static final long SHORTEST = 64;

  /** Further off is no error of an estimate: something was counted that is no text. */
  private static final double ODD = 3;

  private final Family family;
  private final ScriptCosts costs;
  private final AtomicLong ratio = new AtomicLong(Double.doubleToLongBits(1));

  LearningEstimate(Family family) {
    this.family = family;
    this.costs = new ScriptCosts(family.wide(), family.digits());
  }

  @Override
  public long count(MemorySegment utf8) {
    long size = utf8.byteSize();
    if (size == 0) {
      return 0;
    }
    double tokens = costs.milliTokens(bytes(utf8), from(utf8), Math.toIntExact(size)) / 1000.0;
    long estimate = Math.round(tokens * family.perMille() / 1000 * ratio());
    return Math.clamp(estimate, 1, size);
  }

  private static byte[] bytes(MemorySegment utf8) {
    return utf8.heapBase().orElse(null) instanceof byte[] array
        ? array
        : utf8.toArray(ValueLayout.JAVA_BYTE);
  }

  private static int from(MemorySegment utf8) {
    return utf8.heapBase().orElse(null) instanceof byte[] ? (int) utf8.address() : 0;
  }

  @Override
  public void learn(long counted, long actual) {
    if (counted < SHORTEST || actual <= 0) {
      return;
    }
    double error = (double) actual / counted;
    if (error > ODD || error < 1 / ODD) {
      return;
    }
    double step = Math.pow(error, LEARNS);
    ratio.updateAndGet(bits ->
        Double.doubleToLongBits(Math.clamp(Double.longBitsToDouble(bits) * step, LEAST, MOST)));
  }

  /** What the estimate has learnt to be multiplied with. */
  double ratio() {
    return Double.longBitsToDouble(ratio.get());
  }

  @Override
  public Exactness exactness() {
    return Exactness.ESTIMATE;
  }

  @Override
  public String fingerprint() {
    return family.encoding();
  }
}
