package dev.headgate.bench.plugin.empty;

import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitLedger;
import java.util.List;

/** Reserves whatever is asked and keeps no counter. */
final class EmptyLedger implements LimitLedger {

  private static final class Held implements Reservation {
    private final List<Limit> limits;
    private final long[] holds;

    Held(List<Limit> limits, long[] holds) {
      this.limits = limits;
      this.holds = holds;
    }

    @Override
    public List<Limit> limits() {
      return limits;
    }

    @Override
    public long held(int index) {
      return holds[index];
    }

    @Override
    public long remaining(int index) {
      return limits.get(index).amount();
    }

    @Override
    public long resetMillis(int index) {
      return 0;
    }
  }

  @Override
  public Outcome reserve(String callId, List<Limit> limits, long[] holds) {
    return new Outcome.Reserved(new Held(limits, holds));
  }

  @Override
  public void settle(Reservation reservation, long[] amounts) {}

  @Override
  public void renew(List<Reservation> reservations) {}
}
