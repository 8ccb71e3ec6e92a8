package dev.headgate.kernel.plugin;

import dev.headgate.spi.state.ChangeFeed;
import java.util.function.Consumer;

/** A feed that nobody hears. */
record Feed() implements ChangeFeed {
  @Override
  public void publish(String topic, String message) {}

  @Override
  public AutoCloseable subscribe(String topic, Consumer<String> listener) {
    return () -> {};
  }
}
