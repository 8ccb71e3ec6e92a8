package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class UseCountTest {

  @Test
  void endsAtOnceWhenNobodyIsInside() {
    UseCount count = new UseCount();
    AtomicInteger ends = new AtomicInteger();
    assertThat(count.enter()).isTrue();
    count.leave();
    count.retire(ends::incrementAndGet);

    assertThat(ends).hasValue(1);
    assertThat(count.enter()).isFalse();
    assertThat(ends).hasValue(1);
  }

  @Test
  void endsWhenTheLastUserLeaves() {
    UseCount count = new UseCount();
    AtomicInteger ends = new AtomicInteger();
    count.enter();
    count.enter();
    count.retire(ends::incrementAndGet);
    count.leave();
    assertThat(ends).hasValue(0);
    assertThat(count.users()).isEqualTo(1);

    count.leave();
    assertThat(ends).hasValue(1);
  }

  /** Threads swap and use things all the time; none may be used after its end, each must end. */
  @RepeatedTest(5)
  void neverEndsWhatSomebodyUsesUnderContention() throws InterruptedException {
    AtomicReference<Thing> current = new AtomicReference<>(new Thing());
    List<Thing> all = new ArrayList<>(List.of(current.get()));
    AtomicInteger usedAfterEnd = new AtomicInteger();
    List<Thread> users = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      users.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int n = 0; n < 50_000; n++) {
                  Thing thing = current.get();
                  if (!thing.count.enter()) {
                    continue;
                  }
                  if (thing.ends.get() != 0) {
                    usedAfterEnd.incrementAndGet();
                  }
                  thing.count.leave();
                }
              }));
    }
    for (int n = 0; n < 2_000; n++) {
      Thing next = new Thing();
      all.add(next);
      Thing old = current.getAndSet(next);
      old.count.retire(old.ends::incrementAndGet);
    }
    for (Thread user : users) {
      user.join();
    }
    Thing last = current.get();
    last.count.retire(last.ends::incrementAndGet);

    assertThat(usedAfterEnd).hasValue(0);
    assertThat(all).allSatisfy(thing -> assertThat(thing.ends).hasValue(1));
  }

  private static final class Thing {
    final UseCount count = new UseCount();
    final AtomicInteger ends = new AtomicInteger();
  }
}
