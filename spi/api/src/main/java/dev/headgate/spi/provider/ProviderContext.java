package dev.headgate.spi.provider;

import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.Preview;

/** What a provider is given to open an endpoint with. */
@Preview
public interface ProviderContext {

  /** Opens connections; the one that the configuration chose. */
  Transport transport();

  /** The clock of the gateway. */
  GatewayClock clock();
}
