package dev.headgate.kernel.plugin;

import dev.headgate.spi.Decision;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.state.ChangeFeed;
import java.util.function.Consumer;

/** One object of two kinds. */
record GateAndFeed(String name) implements HeaderGate, ChangeFeed {
  @Override
  public Decision check(ExchangeView exchange) {
    return Decision.allow();
  }

  @Override
  public void publish(String topic, String message) {}

  @Override
  public AutoCloseable subscribe(String topic, Consumer<String> listener) {
    return () -> {};
  }
}
