package dev.headgate.kernel.plugin;

import dev.headgate.spi.Decision;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.request.ExchangeView;

/** A gate that lets everybody through. */
record Gate(String name) implements HeaderGate {
  @Override
  public Decision check(ExchangeView exchange) {
    return Decision.allow();
  }
}
