package dev.headgate.plugins.ledgermemory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.Denial;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitLedger.Outcome;
import dev.headgate.spi.admission.LimitLedger.Reservation;
import dev.headgate.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryLedgerTest {
  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-30T23:59:30Z"));
  private final MemoryLedger ledger = new MemoryLedger(clock, ZoneOffset.UTC);

  /** A limit as a test wants it. */
  private record Plain(
      String counterId,
      Kind kind,
      Window window,
      Duration length,
      long amount,
      boolean shrinkable,
      AtomicLong before)
      implements Limit {
    Plain(String id, Kind kind, Window window, Duration length, long amount) {
      this(id, kind, window, length, amount, false, new AtomicLong());
    }

    @Override
    public String tenant() {
      return "tenant";
    }

    @Override
    public long usedBefore(long sinceMillis) {
      return before.getAndSet(before.get() * 2);
    }

    @Override
    public Denial denial(long used, long resetMillis) {
      return Denial.of(429, "full", counterId);
    }
  }

  private static Plain budget(String id, long amount) {
    return new Plain(id, Limit.Kind.SPEND, Limit.Window.NONE, Duration.ZERO, amount);
  }

  private static Plain perMinute(String id, long amount) {
    return new Plain(
        id, Limit.Kind.REQUESTS, Limit.Window.FROM_FIRST, Duration.ofMinutes(1), amount);
  }

  private static Plain slots(String id, long amount) {
    return new Plain(id, Limit.Kind.PARALLEL, Limit.Window.NONE, Duration.ZERO, amount);
  }

  private Outcome reserve(String call, Limit limit, long hold) {
    return ledger.reserve(call, List.of(limit), new long[] {hold});
  }

  private Reservation held(String call, Limit limit, long hold) {
    return ((Outcome.Reserved) reserve(call, limit, hold)).reservation();
  }

  private static Outcome.Refused refused(Outcome outcome) {
    return (Outcome.Refused) outcome;
  }

  @Test
  void letsExactlyAsManyPassAsTheBudgetPaysFor() throws Exception {
    Plain limit = budget("key", 1_000_000_000);
    AtomicInteger passed = new AtomicInteger();
    AtomicInteger refusals = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        String call = "call-" + i;
        all.add(
            threads.submit(() -> {
              go.await();
              switch (reserve(call, limit, 10_000_000)) {
                case Outcome.Reserved reserved -> {
                  passed.incrementAndGet();
                  ledger.settle(reserved.reservation(), new long[] {10_000_000});
                }
                case Outcome.Refused no -> refusals.incrementAndGet();
              }
              return null;
            }));
      }
      go.countDown();
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertThat(passed).hasValue(100);
    assertThat(refusals).hasValue(400);
    assertThat(refused(reserve("more", limit, 1)).used()).isEqualTo(1_000_000_000);
    assertThat(ledger.reservations()).isZero();
  }

  @Test
  void takesNothingFromAnyLimitWhenOneRefuses() {
    Plain budget = budget("team", 100);
    Plain slots = slots("key", 1);
    held("first", slots, 1);
    Outcome outcome = ledger.reserve("second", List.of(budget, slots), new long[] {60, 1});
    assertThat(refused(outcome).limit()).isSameAs(slots);
    assertThat(held("third", budget, 100).held(0)).isEqualTo(100);
  }

  @Test
  void neverHoldsMoreThanItsLimitsWhateverComesAtOnce() throws Exception {
    List<Plain> limits =
        List.of(budget("a", 1_000), budget("b", 700), slots("c", 5), perMinute("d", 100_000));
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicLong spent = new AtomicLong();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> all = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        int seed = t;
        all.add(
            threads.submit(() -> {
              Random random = new Random(seed);
              for (int i = 0; i < 5_000; i++) {
                long hold = random.nextInt(1, 5);
                Outcome outcome =
                    ledger.reserve(
                        seed + "-" + i, new ArrayList<>(limits), new long[] {hold, hold, 1, 1});
                if (outcome instanceof Outcome.Reserved(Reservation reservation)) {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  long used = random.nextInt(3) == 0 ? hold : 0;
                  running.decrementAndGet();
                  spent.addAndGet(used);
                  ledger.settle(reservation, new long[] {used, used, 0, 1});
                }
              }
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertThat(most.get()).isLessThanOrEqualTo(5);
    assertThat(spent.get()).isLessThanOrEqualTo(700);
    // What is left of the smaller budget can be taken to the last unit, and no further.
    long left = 700 - spent.get();
    if (left > 0) {
      held("rest", limits.get(1), left);
    }
    assertThat(refused(reserve("beyond", limits.get(1), 1)).used()).isEqualTo(700);
    assertThat(ledger.fullUntilMillis(limits.get(2))).isZero();
  }

  @Test
  void shrinksAHoldToWhatIsLeftWhereTheLimitAllowsIt() {
    Plain limit =
        new Plain(
            "b", Limit.Kind.SPEND, Limit.Window.NONE, Duration.ZERO, 100, true, new AtomicLong());
    assertThat(held("one", limit, 70).held(0)).isEqualTo(70);
    Reservation second = held("two", limit, 70);
    assertThat(second.held(0)).isEqualTo(30);
    assertThat(second.remaining(0)).isZero();
    assertThat(refused(reserve("three", limit, 1)).used()).isEqualTo(100);
  }

  @Test
  void refusesARequestWithoutAHoldWhenNothingIsLeft() {
    Plain limit = budget("b", 10);
    ledger.settle(held("one", limit, 5), new long[] {12});
    assertThat(refused(reserve("two", limit, 0)).used()).isEqualTo(12);
  }

  @Test
  void givesASlotBackWhenItsRequestEnds() {
    Plain limit = slots("key", 1);
    Reservation first = held("one", limit, 1);
    assertThat(reserve("two", limit, 1)).isInstanceOf(Outcome.Refused.class);
    ledger.settle(first, new long[] {0});
    ledger.settle(first, new long[] {0});
    held("three", limit, 1);
    assertThat(reserve("four", limit, 1)).isInstanceOf(Outcome.Refused.class);
  }

  @Test
  void opensAWindowWithTheFirstRequestAndEndsItAfterItsLength() {
    Plain limit = perMinute("rpm", 2);
    ledger.settle(held("one", limit, 1), new long[] {1});
    clock.advance(Duration.ofSeconds(59));
    ledger.settle(held("two", limit, 1), new long[] {1});
    Outcome.Refused no = refused(reserve("three", limit, 1));
    assertThat(no.resetMillis()).isEqualTo(clock.millis() + 1_000);
    assertThat(ledger.fullUntilMillis(limit)).isEqualTo(clock.millis() + 1_000);
    clock.advance(Duration.ofSeconds(1));
    assertThat(ledger.fullUntilMillis(limit)).isZero();
    assertThat(held("four", limit, 1).resetMillis(0)).isEqualTo(clock.millis() + 60_000);
  }

  @Test
  void turnsACalendarBudgetAtMidnightAndKeepsEarlierHoldsOutOfTheNewDay() {
    Plain limit =
        new Plain("day", Limit.Kind.SPEND, Limit.Window.CALENDAR, Duration.ofDays(1), 100);
    Reservation before = held("before", limit, 100);
    assertThat(before.resetMillis(0))
        .isEqualTo(Instant.parse("2026-12-01T00:00:00Z").toEpochMilli());
    clock.advance(Duration.ofMinutes(1));
    Reservation after = held("after", limit, 60);
    ledger.settle(before, new long[] {100});
    assertThat(held("again", limit, 40).remaining(0)).isZero();
    ledger.settle(after, new long[] {0});
    held("last", limit, 60);
  }

  @Test
  void leavesNoHoldBehindForLongerThanItsLease() {
    Plain limit = slots("key", 1);
    Reservation lost = held("lost", limit, 1);
    clock.advance(Duration.ofSeconds(50));
    ledger.renew(List.of(lost));
    clock.advance(Duration.ofSeconds(50));
    ledger.sweep();
    assertThat(reserve("two", limit, 1)).isInstanceOf(Outcome.Refused.class);
    clock.advance(Duration.ofSeconds(11));
    ledger.sweep();
    assertThat(ledger.expired()).isEqualTo(1);
    held("three", limit, 1);
  }

  @Test
  void countsWhatARequestUsedAfterItsLeaseRanOut() {
    Plain limit = budget("b", 100);
    Reservation late = held("late", limit, 40);
    clock.advance(Duration.ofMinutes(2));
    ledger.sweep();
    ledger.sweep();
    ledger.settle(late, new long[] {40});
    assertThat(held("two", limit, 60).remaining(0)).isZero();
  }

  @Test
  void countsWhatARequestWithoutAHoldUsedAfterASweep() {
    Plain limit = budget("b", 100);
    Reservation unpriced = held("unpriced", limit, 0);
    ledger.sweep();
    ledger.settle(unpriced, new long[] {30});
    ledger.sweep();
    assertThat(held("two", limit, 70).remaining(0)).isZero();
  }

  @Test
  void asksOnceWhatWasUsedBefore() throws Exception {
    Plain limit =
        new Plain(
            "b",
            Limit.Kind.SPEND,
            Limit.Window.NONE,
            Duration.ZERO,
            100,
            false,
            new AtomicLong(70));
    assertThat(held("one", limit, 10).remaining(0)).isEqualTo(20);
    assertThat(held("two", limit, 10).remaining(0)).isEqualTo(10);
  }

  @Test
  void chargesACounterOnceThatTwoLimitsShare() {
    Plain limit = perMinute("shared", 10);
    Outcome outcome = ledger.reserve("one", List.of(limit, limit), new long[] {1, 1});
    ledger.settle(((Outcome.Reserved) outcome).reservation(), new long[] {1, 1});
    assertThat(held("two", limit, 1).remaining(0)).isEqualTo(8);
  }

  @Test
  void forgetsCountersThatSayNothingAnyMore() {
    for (int i = 0; i < 1_000; i++) {
      ledger.settle(held("call-" + i, perMinute("rpm-" + i, 5), 1), new long[] {1});
      ledger.settle(held("slot-" + i, slots("slots-" + i, 5), 1), new long[] {0});
    }
    assertThat(ledger.counters()).isEqualTo(2_000);
    clock.advance(Duration.ofMinutes(2));
    ledger.sweep();
    assertThat(ledger.counters()).isZero();
  }

  @Test
  void answersARepeatedReservationOfOneCallWithTheFirst() {
    Plain limit = slots("key", 5);
    assertThat(held("one", limit, 1)).isSameAs(held("one", limit, 1));
    assertThat(held("two", limit, 1).remaining(0)).isEqualTo(3);
  }
}
