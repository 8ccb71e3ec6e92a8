package dev.headgate.plugins.spend;

import dev.headgate.spi.admission.Cost;
import dev.headgate.spi.usage.Usage;

/** What one call cost. The total is worked out at once, the parts when asked for. */
final class CallCost implements Cost {
  static final Cost UNKNOWN = () -> -1;

  private final Price price;
  private final Usage usage;
  private final Adjustment adjustment;
  private final long total;

  CallCost(Price listed, Usage usage, Adjustment adjustment) {
    this.price = listed.forPrompt(usage.inputTokens());
    this.usage = usage;
    this.adjustment = adjustment;
    this.total = sum(adjustment);
  }

  private long sum(Adjustment with) {
    Arithmetic sum = new Arithmetic();
    sum.add(freshInput(), Math.max(0, price.input()));
    sum.add(usage.audioInputTokens(), price.orInput(price.audioInput()));
    sum.add(usage.cacheReadTokens(), price.orInput(price.cacheRead()));
    sum.add(usage.cacheWriteTokens(), price.orInput(price.cacheWrite()));
    sum.add(plainOutput(), Math.max(0, price.output()));
    sum.add(usage.audioOutputTokens(), price.orOutput(price.audioOutput()));
    sum.add(usage.reasoningTokens(), price.orOutput(price.reasoning()));
    return sum.nanos(with);
  }

  /** What came from no cache and is no audio. */
  private long freshInput() {
    return Math.max(
        0,
        usage.inputTokens()
            - usage.cacheReadTokens()
            - usage.cacheWriteTokens()
            - usage.audioInputTokens());
  }

  private long plainOutput() {
    return Math.max(0, usage.outputTokens() - usage.reasoningTokens() - usage.audioOutputTokens());
  }

  @Override
  public long totalNanos() {
    return total;
  }

  @Override
  public long inputNanos() {
    return Arithmetic.nanos(freshInput(), Math.max(0, price.input()), adjustment)
        + Arithmetic.nanos(usage.audioInputTokens(), price.orInput(price.audioInput()), adjustment);
  }

  @Override
  public long outputNanos() {
    return Arithmetic.nanos(plainOutput(), Math.max(0, price.output()), adjustment)
        + Arithmetic.nanos(
            usage.audioOutputTokens(), price.orOutput(price.audioOutput()), adjustment)
        + reasoningNanos();
  }

  @Override
  public long cacheReadNanos() {
    return Arithmetic.nanos(usage.cacheReadTokens(), price.orInput(price.cacheRead()), adjustment);
  }

  @Override
  public long cacheWriteNanos() {
    return Arithmetic.nanos(
        usage.cacheWriteTokens(), price.orInput(price.cacheWrite()), adjustment);
  }

  @Override
  public long reasoningNanos() {
    return Arithmetic.nanos(usage.reasoningTokens(), price.orOutput(price.reasoning()), adjustment);
  }

  @Override
  public long originalNanos() {
    return sum(Adjustment.NONE);
  }
}
