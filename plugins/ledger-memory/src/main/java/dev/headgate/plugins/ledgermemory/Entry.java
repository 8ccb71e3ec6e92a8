package dev.headgate.plugins.ledgermemory;

import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitLedger;
import java.util.List;

/**
 * What one request holds. Its numbers are written once; its state under the locks of its stripes.
 */
final class Entry implements LimitLedger.Reservation {
  enum State {
    OPEN,
    EXPIRED,
    SETTLED
  }

  final String callId;
  private final List<Limit> limits;
  final Counter[] counters;
  final long[] held;
  final long[] remaining;
  final long[] reset;
  final long[] turns;
  State state = State.OPEN;
  volatile long expires;

  Entry(String callId, List<Limit> limits, Counter[] counters) {
    int count = counters.length;
    this.callId = callId;
    this.limits = limits;
    this.counters = counters;
    this.held = new long[count];
    this.remaining = new long[count];
    this.reset = new long[count];
    this.turns = new long[count];
  }

  @Override
  public List<Limit> limits() {
    return limits;
  }

  @Override
  public long held(int index) {
    return held[index];
  }

  @Override
  public long remaining(int index) {
    return remaining[index];
  }

  @Override
  public long resetMillis(int index) {
    return reset[index];
  }
}
