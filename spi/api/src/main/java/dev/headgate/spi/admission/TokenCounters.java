package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;
import dev.headgate.spi.request.ExchangeView;

/**
 * Counts tokens; a service of the kernel over all {@link TokenCounterProvider}s. It can be used
 * from the first request on, not yet in {@link dev.headgate.spi.Plugin#start}.
 */
@Preview
public interface TokenCounters {

  /**
   * The counter for a model. Loads it on the first call, which may take a while.
   *
   * @param model the name of the model upstream
   * @return the counter; an estimate from sizes where no plugin counts
   */
  TokenCounter forModel(String model);

  /**
   * The most input tokens that a request can have, without counting.
   *
   * @param exchange a request whose body was received
   * @return tokens
   */
  long upperBound(ExchangeView exchange);
}
