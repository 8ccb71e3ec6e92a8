package dev.headgate.bench.load.run;

import dev.headgate.bench.load.targets.HotSpot;
import dev.headgate.bench.load.targets.ProcessClock;
import dev.headgate.bench.load.targets.Target;
import java.util.Optional;

/** Watches a target's process from outside, from one moment to another. */
final class Observer {

  private final Optional<ProcessClock> clock;
  private final Optional<HotSpot> jvm;
  private final ProcessClock own = new ProcessClock(ProcessHandle.current().pid());
  private Optional<HotSpot.Heap> heapBefore = Optional.empty();
  private long cpuBefore;
  private long ownBefore;

  Observer(Target target) {
    clock = target.pid().map(ProcessClock::new);
    jvm = target.jvm() ? target.pid().map(HotSpot::new) : Optional.empty();
  }

  void begin() {
    heapBefore = jvm.flatMap(HotSpot::heap);
    cpuBefore = clock.map(ProcessClock::cpuNanos).orElse(0L);
    ownBefore = own.cpuNanos();
  }

  SliceResult.Observed end() {
    Optional<Long> cpu = clock.map(c -> c.cpuNanos() - cpuBefore);
    long load = own.cpuNanos() - ownBefore;
    Optional<HotSpot.Heap> before = heapBefore;
    Optional<HotSpot.Heap> after = before.flatMap(b -> jvm.flatMap(HotSpot::heap));
    return new SliceResult.Observed(
        cpu,
        clock.map(ProcessClock::residentKb),
        clock.map(ProcessClock::threads),
        clock.map(ProcessClock::descriptors),
        after.flatMap(a -> before.map(a::allocatedSince)),
        after.flatMap(a -> before.map(b -> a.collections() - b.collections())),
        after.flatMap(a -> before.map(b -> a.collectionNanos() - b.collectionNanos())),
        load);
  }
}
