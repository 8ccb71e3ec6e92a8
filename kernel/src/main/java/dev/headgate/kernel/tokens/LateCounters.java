package dev.headgate.kernel.tokens;

import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounters;
import dev.headgate.spi.request.ExchangeView;
import org.jspecify.annotations.Nullable;

/**
 * The service as plugins get it: it is theirs before the counters are there, which are theirs too.
 */
public final class LateCounters implements TokenCounters {
  private volatile @Nullable TokenCounters counters;

  /** Says which they are, when all plugins have started. */
  public void are(TokenCounters known) {
    counters = known;
  }

  private TokenCounters counters() {
    TokenCounters known = counters;
    if (known == null) {
      throw new IllegalStateException("tokens cannot be counted before all plugins have started");
    }
    return known;
  }

  @Override
  public TokenCounter forModel(String model) {
    return counters().forModel(model);
  }

  @Override
  public long upperBound(ExchangeView exchange) {
    return counters().upperBound(exchange);
  }
}
