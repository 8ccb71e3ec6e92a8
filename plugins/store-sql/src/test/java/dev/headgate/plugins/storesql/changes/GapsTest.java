package dev.headgate.plugins.storesql.changes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GapsTest {
  private static final long LATER = TimeUnit.SECONDS.toNanos(2);
  private final Gaps gaps = new Gaps(100);

  @Test
  void keepsANumberWhileATransactionThatMayBringItRuns() {
    gaps.notice(7, 9, 500, 0);
    gaps.forget(499, LATER);
    assertThat(gaps.numbers()).containsExactly(7L, 8L);
  }

  @Test
  void forgetsANumberOnceNoEarlierTransactionRuns() {
    gaps.notice(7, 8, 500, 0);
    gaps.notice(9, 10, 600, 0);
    gaps.forget(500, LATER);
    assertThat(gaps.numbers()).containsExactly(9L);
  }

  @Test
  void keepsEveryNumberForAMoment() {
    gaps.notice(7, 8, 500, LATER);
    gaps.forget(900, LATER + 1);
    assertThat(gaps.numbers()).containsExactly(7L);
  }

  @Test
  void dropsANumberThatHasCome() {
    gaps.notice(7, 9, 500, 0);
    gaps.arrived(7);
    assertThat(gaps.numbers()).containsExactly(8L);
    gaps.arrived(8);
    assertThat(gaps.isEmpty()).isTrue();
  }

  @Test
  void saysWhenThereAreTooManyToKeep() {
    assertThat(gaps.notice(0, 100, 500, 0)).isTrue();
    assertThat(gaps.notice(200, 201, 500, 0)).isFalse();
    assertThat(gaps.notice(1_000, 2_000, 500, 0)).isFalse();
    assertThat(gaps.numbers()).hasSize(100).endsWith(1_999L);
  }
}
