package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.Decision;

/**
 * The end of a hook's call: booked on the hook's meter, and on the account of the exchange when its
 * answer shall tell where the time went. Each method returns the end of the call, with which the
 * next hook may start instead of reading the clock.
 */
final class HookCall {
  private HookCall() {}

  static long ok(Exchange exchange, Hook<?> hook, long started) {
    return note(exchange, hook, started, hook.meter().ok(started));
  }

  static long refused(Exchange exchange, Hook<?> hook, long started) {
    return note(exchange, hook, started, hook.meter().refused(started));
  }

  static long answered(Exchange exchange, Hook<?> hook, long started) {
    return note(exchange, hook, started, hook.meter().answered(started));
  }

  static long abstained(Exchange exchange, Hook<?> hook, long started) {
    return note(exchange, hook, started, hook.meter().abstained(started));
  }

  static long failed(Exchange exchange, Hook<?> hook, long started, Throwable why) {
    return note(exchange, hook, started, hook.meter().failed(started, why));
  }

  /** The call ended with a decision. */
  static long decided(Exchange exchange, Hook<?> hook, long started, Decision decision) {
    return switch (decision) {
      case Decision.Deny denial -> refused(exchange, hook, started);
      case Decision.Respond answer -> answered(exchange, hook, started);
      case Decision.Allow allow -> ok(exchange, hook, started);
      case Decision.Warn warn -> ok(exchange, hook, started);
    };
  }

  /** The call goes on, and the answer's head leaves now: it tells what has passed. */
  static void soFar(Exchange exchange, Hook<?> hook, long started) {
    Timing timing = exchange.timing;
    if (timing != null) {
      timing.called(hook, System.nanoTime() - started);
    }
  }

  private static long note(Exchange exchange, Hook<?> hook, long started, long ended) {
    Timing timing = exchange.timing;
    if (timing != null) {
      timing.called(hook, ended - started);
    }
    return ended;
  }
}
