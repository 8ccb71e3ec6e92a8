package dev.headgate.kernel.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineWatchTest {
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 500);
  private final DeadlineWatch watch = new DeadlineWatch(clock::get);

  private static final class Job extends Watched {
    private final List<Integer> expired = new ArrayList<>();
    private int ticks;

    void due(int phase, long nanos) {
      arm(phase, nanos);
    }

    void never() {
      disarm();
    }

    @Override
    protected void expired(int overduePhase) {
      expired.add(overduePhase);
    }

    @Override
    protected void tick(long now) {
      ticks++;
    }
  }

  private void pass(long nanos) {
    clock.addAndGet(nanos);
    watch.tick();
  }

  @Test
  void reportsADeadlineOnceEvenWhenTheClockWrapsAround() {
    Job job = new Job();
    job.due(7, watch.after(Duration.ofNanos(1000)));
    watch.register(job);
    pass(999);
    assertThat(job.expired).isEmpty();
    pass(1);
    assertThat(job.expired).containsExactly(7);
    pass(5000);
    assertThat(job.expired).containsExactly(7);
    assertThat(job.ticks).isEqualTo(3);
  }

  @Test
  void followsADeadlineThatMoves() {
    Job job = new Job();
    watch.register(job);
    for (int i = 0; i < 10; i++) {
      job.due(i, watch.after(Duration.ofNanos(100)));
      pass(99);
    }
    assertThat(job.expired).isEmpty();
    job.never();
    pass(1000);
    assertThat(job.expired).isEmpty();
  }

  @Test
  void takesALengthOfZeroForNoDeadline() {
    assertThat(watch.after(Duration.ZERO)).isEqualTo(Watched.NEVER);
  }

  @Test
  void forgetsWhatIsUnregistered() {
    Job job = new Job();
    job.due(1, watch.after(Duration.ofNanos(10)));
    watch.register(job);
    watch.unregister(job);
    watch.unregister(job);
    pass(100);
    assertThat(job.expired).isEmpty();
    assertThat(job.ticks).isZero();
    assertThat(watch.size()).isZero();
  }

  @Test
  void refusesWhatIsRegisteredAlready() {
    Job job = new Job();
    watch.register(job);
    assertThatThrownBy(() -> watch.register(job)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void holdsManyAndUsesPlacesAgain() {
    for (int round = 0; round < 3; round++) {
      List<Job> jobs = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        Job job = new Job();
        job.due(i, watch.after(Duration.ofNanos(10)));
        watch.register(job);
        jobs.add(job);
      }
      assertThat(watch.size()).isEqualTo(1000);
      pass(10);
      for (int i = 0; i < 1000; i++) {
        assertThat(jobs.get(i).expired).containsExactly(i);
        watch.unregister(jobs.get(i));
      }
      assertThat(watch.size()).isZero();
    }
  }

  @Test
  void survivesOneThatFails() {
    Watched failing =
        new Watched() {
          @Override
          protected void expired(int overduePhase) {
            throw new IllegalStateException("on purpose");
          }
        };
    failing.arm(0, watch.now());
    Job job = new Job();
    job.due(1, watch.now());
    watch.register(failing);
    watch.register(job);
    pass(1);
    assertThat(job.expired).containsExactly(1);
  }

  @Test
  void looksByItself() throws InterruptedException {
    CountDownLatch expired = new CountDownLatch(1);
    try (DeadlineWatch running = DeadlineWatch.start()) {
      Watched job =
          new Watched() {
            @Override
            protected void expired(int overduePhase) {
              expired.countDown();
            }
          };
      job.arm(0, running.after(Duration.ofMillis(60)));
      running.register(job);
      assertThat(expired.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }
}
