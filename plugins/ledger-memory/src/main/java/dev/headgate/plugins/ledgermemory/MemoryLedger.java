package dev.headgate.plugins.ledgermemory;

import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.admission.CalendarWindow;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitLedger;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts limits in memory, exactly: a request takes all its holds under the locks of all its
 * counters, or none, so what two requests see of each other is always whole.
 *
 * <p>A hold that is not renewed within its lease is given back by {@link #sweep}. When its request
 * ends after all, what it used is still counted: a late end loses no money.
 */
final class MemoryLedger implements LimitLedger {
  static final long LEASE_MILLIS = 60_000;

  private final GatewayClock clock;
  private final ZoneId zone;
  private final Stripes stripes = new Stripes();
  private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();
  private final AtomicLong expired = new AtomicLong();

  MemoryLedger(GatewayClock clock, ZoneId zone) {
    this.clock = clock;
    this.zone = zone;
  }

  long counters() {
    return counters.size();
  }

  long reservations() {
    return entries.size();
  }

  long expired() {
    return expired.get();
  }

  @Override
  public Outcome reserve(String callId, List<Limit> limits, long[] holds) {
    Entry known = entries.get(callId);
    if (known != null) {
      return new Outcome.Reserved(known);
    }
    while (true) {
      Counter[] touched = touch(limits);
      long set = Stripes.set(touched);
      stripes.lock(set);
      try {
        if (current(limits, touched)) {
          return take(callId, limits, touched, holds);
        }
      } finally {
        stripes.unlock(set);
      }
    }
  }

  /**
   * Finds the counters, and makes those that are new; a store may be asked what they begin with.
   */
  private Counter[] touch(List<Limit> limits) {
    Counter[] touched = new Counter[limits.size()];
    for (int i = 0; i < touched.length; i++) {
      Limit limit = limits.get(i);
      Counter counter = counters.get(limit.counterId());
      touched[i] = counter == null ? begin(limit) : counter;
    }
    return touched;
  }

  private Counter begin(Limit limit) {
    long now = clock.millis();
    Counter fresh = new Counter(limit, Stripes.of(limit.counterId()));
    long since =
        limit.window() == Limit.Window.CALENDAR
            ? CalendarWindow.around(now, limit.length(), zone).startMillis()
            : 0;
    fresh.turn(now, limit, zone);
    fresh.used = limit.usedBefore(since);
    Counter other = counters.putIfAbsent(limit.counterId(), fresh);
    return other == null ? fresh : other;
  }

  /** Whether none of them was swept away meanwhile. Under their locks. */
  @SuppressWarnings("ReferenceEquality") // a counter is itself and no other
  private boolean current(List<Limit> limits, Counter[] touched) {
    for (int i = 0; i < touched.length; i++) {
      if (counters.get(limits.get(i).counterId()) != touched[i]) {
        return false;
      }
    }
    return true;
  }

  private Outcome take(String callId, List<Limit> limits, Counter[] touched, long[] holds) {
    long now = clock.millis();
    Entry entry = new Entry(callId, limits, touched);
    for (int i = 0; i < touched.length; i++) {
      Limit limit = limits.get(i);
      Counter counter = touched[i];
      counter.turn(now, limit, zone);
      long taken = counter.used + counter.held;
      long left = limit.amount() - taken;
      long hold = repeats(touched, i) ? 0 : holds[i];
      if (left <= 0 || (hold > left && !limit.shrinkable())) {
        return new Outcome.Refused(limit, taken, counter.reset(now));
      }
      entry.held[i] = Math.min(hold, left);
      entry.remaining[i] = left - entry.held[i];
    }
    for (int i = 0; i < touched.length; i++) {
      Counter counter = touched[i];
      counter.open(now);
      counter.held += entry.held[i];
      counter.open++;
      entry.turns[i] = counter.turn;
      entry.reset[i] = counter.reset(now);
    }
    entry.expires = now + LEASE_MILLIS;
    entries.put(callId, entry);
    return new Outcome.Reserved(entry);
  }

  /** Whether an earlier limit of the request has the same counter: it is charged once. */
  @SuppressWarnings("ReferenceEquality") // a counter is itself and no other
  private static boolean repeats(Counter[] touched, int index) {
    for (int i = 0; i < index; i++) {
      if (touched[i] == touched[index]) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void settle(Reservation reservation, long[] amounts) {
    if (!(reservation instanceof Entry entry)) {
      throw new IllegalArgumentException("not a reservation of this ledger: " + reservation);
    }
    entries.remove(entry.callId, entry);
    long set = Stripes.set(entry.counters);
    stripes.lock(set);
    try {
      if (entry.state == Entry.State.SETTLED) {
        return;
      }
      boolean open = entry.state == Entry.State.OPEN;
      entry.state = Entry.State.SETTLED;
      if (!open) {
        findAgain(entry);
      }
      for (int i = 0; i < entry.counters.length; i++) {
        end(entry, i, open ? entry.held[i] : 0, amounts[i]);
        entry.counters[i].open -= open ? 1 : 0;
      }
    } finally {
      stripes.unlock(set);
    }
  }

  /** The counters of a reservation that has expired may have been forgotten, or made anew. */
  private void findAgain(Entry entry) {
    for (int i = 0; i < entry.counters.length; i++) {
      Limit limit = entry.limits().get(i);
      Counter now = counters.putIfAbsent(limit.counterId(), entry.counters[i]);
      if (now != null && limit.window() == Limit.Window.NONE) {
        entry.counters[i] = now;
        entry.turns[i] = now.turn;
      }
    }
  }

  private static void end(Entry entry, int index, long held, long amount) {
    Counter counter = entry.counters[index];
    if (counter.turn == entry.turns[index]) {
      counter.held -= held;
      if (!repeats(entry.counters, index)) {
        counter.used += amount;
      }
    }
  }

  @Override
  public void renew(List<Reservation> reservations) {
    long until = clock.millis() + LEASE_MILLIS;
    for (Reservation reservation : reservations) {
      if (reservation instanceof Entry entry) {
        entry.expires = until;
      }
    }
  }

  @Override
  public long fullUntilMillis(Limit limit) {
    Counter counter = counters.get(limit.counterId());
    if (counter == null) {
      return 0;
    }
    long now = clock.millis();
    long set = 1L << counter.stripe;
    stripes.lock(set);
    try {
      counter.turn(now, limit, zone);
      if (counter.used + counter.held < limit.amount()) {
        return 0;
      }
      long reset = counter.reset(now);
      return reset == 0 ? now + 1 : reset;
    } finally {
      stripes.unlock(set);
    }
  }

  /** Gives back what nobody renewed, and forgets counters that say nothing any more. */
  void sweep() {
    long now = clock.millis();
    for (Entry entry : entries.values()) {
      if (now > entry.expires) {
        expire(entry, now);
      }
    }
    counters.forEach((id, counter) -> forget(id, counter, now));
  }

  private void expire(Entry entry, long now) {
    long set = Stripes.set(entry.counters);
    stripes.lock(set);
    try {
      if (entry.state != Entry.State.OPEN || now <= entry.expires) {
        return;
      }
      entry.state = Entry.State.EXPIRED;
      for (int i = 0; i < entry.counters.length; i++) {
        end(entry, i, entry.held[i], 0);
        entry.counters[i].open--;
      }
    } finally {
      stripes.unlock(set);
    }
    entries.remove(entry.callId, entry);
    expired.incrementAndGet();
  }

  private void forget(String id, Counter counter, long now) {
    long set = 1L << counter.stripe;
    stripes.lock(set);
    try {
      if (counter.idle(now)) {
        counters.remove(id, counter);
      }
    } finally {
      stripes.unlock(set);
    }
  }
}
