package dev.headgate.bench.plugin.empty;

import dev.headgate.spi.Denial;
import dev.headgate.spi.admission.Estimate;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.request.ExchangeView;
import java.time.Duration;

/** One limit that is never reached, for everybody. */
public final class OneLimit implements LimitSource {
  private static final Limit REQUESTS = new Wide("bench/requests", Limit.Kind.REQUESTS);
  private static final Limit TOKENS = new Wide("bench/tokens", Limit.Kind.TOKENS);

  private final boolean counts;

  /**
   * @param counts whether it limits tokens, which have to be counted, instead of requests
   */
  public OneLimit(boolean counts) {
    this.counts = counts;
  }

  @Override
  public void contribute(ExchangeView exchange, Estimate estimate, LimitSink sink) {
    if (counts) {
      sink.add(TOKENS, estimate.inputTokens());
    } else {
      sink.add(REQUESTS, 1);
    }
  }

  private record Wide(String counterId, Kind kind) implements Limit {
    @Override
    public String tenant() {
      return "bench";
    }

    @Override
    public Window window() {
      return Window.FROM_FIRST;
    }

    @Override
    public Duration length() {
      return Duration.ofMinutes(1);
    }

    @Override
    public long amount() {
      return Long.MAX_VALUE / 4;
    }

    @Override
    public Denial denial(long used, long resetMillis) {
      return Denial.of(429, "throttling_error", "The bench's own limit was reached.");
    }
  }
}
