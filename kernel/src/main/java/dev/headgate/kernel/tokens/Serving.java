package dev.headgate.kernel.tokens;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * The counter that serves an encoding.
 *
 * @param encoding the encoding; empty when nothing but sizes is known
 * @param counter counts in it
 * @param hook the provider that it comes from; null when the kernel estimates
 */
public record Serving(
    String encoding, TokenCounter counter, @Nullable Hook<TokenCounterProvider> hook) {

  /** The id of the provider; {@code size} when the kernel estimates. */
  public String provider() {
    return hook == null ? "size" : hook.extension().id();
  }

  /** Whether its counts are estimates. */
  public boolean estimates() {
    return counter.exactness() == Exactness.ESTIMATE;
  }

  /** Tells an estimate what the provider counted; what it does not like is its own affair. */
  public void learn(long counted, long actual) {
    if (hook == null) {
      return;
    }
    long started = hook.meter().start();
    try {
      counter.learn(counted, actual);
      hook.meter().ok(started);
    } catch (RuntimeException e) {
      hook.meter().failed(started, e);
    }
  }

  Serving asStandIn() {
    return estimates() ? this : new Serving(encoding, new StandIn(counter), hook);
  }
}
