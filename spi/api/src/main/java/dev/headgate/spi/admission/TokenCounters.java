package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;
import dev.headgate.spi.request.ExchangeView;

/** Counts tokens; a service of the kernel over all {@link TokenCounterProvider}s. */
@Preview
public interface TokenCounters {

  /**
   * The counter for a model.
   *
   * @param model the name of the model upstream
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
