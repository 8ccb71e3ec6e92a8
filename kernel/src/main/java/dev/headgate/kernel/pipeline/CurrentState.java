package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.UseCount;

/**
 * The state that new exchanges begin with. A reload puts another one in its place; the old one is
 * closed after the last exchange that began with it.
 */
final class CurrentState {

  /**
   * A state and how many exchanges use it: each exchange holds on to the one that it began with.
   */
  static final class Pin implements AutoCloseable {
    private final GatewayState state;
    private final Runnable whenUnused;
    private final UseCount uses = new UseCount();

    private Pin(GatewayState state, Runnable whenUnused) {
      this.state = state;
      this.whenUnused = whenUnused;
    }

    GatewayState state() {
      return state;
    }

    /** The exchange has ended. */
    @Override
    public void close() {
      uses.leave();
    }
  }

  private volatile Pin now;

  CurrentState(GatewayState first, Runnable whenUnused) {
    now = new Pin(first, whenUnused);
  }

  /** Begins an exchange with the state that is in force. */
  Pin pin() {
    while (true) {
      Pin pin = now;
      if (pin.uses.enter()) {
        return pin;
      }
    }
  }

  /** The state that new exchanges begin with. */
  GatewayState get() {
    return now.state;
  }

  /**
   * Puts another state in force.
   *
   * @param next the state
   * @param whenUnused runs once, when the state's turn is over and its last exchange has ended
   */
  void replace(GatewayState next, Runnable whenUnused) {
    Pin old = now;
    now = new Pin(next, whenUnused);
    old.uses.retire(old.whenUnused);
  }
}
