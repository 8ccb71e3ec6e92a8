package dev.headgate.plugins.spend;

import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.usage.SpendTotals;
import dev.headgate.spi.usage.UsageEvent;
import dev.headgate.spi.usage.UsageListener;
import java.time.Duration;

/** Puts every finished call into the journal, and tells what was booked. */
final class SpendListener implements UsageListener, SpendTotals {
  private final Journal journal;
  private final Books books;

  SpendListener(Journal journal, Books books) {
    this.journal = journal;
    this.books = books;
  }

  @Override
  public String name() {
    return "spend";
  }

  @Override
  public void ended(UsageEvent event) {
    journal.append(SpendRecord.of(event));
  }

  @Override
  public long bookedNanos(LimitedEntity entity, String model, long sinceMillis, Duration deadline) {
    return books.booked(entity.kind(), entity.id(), model, sinceMillis, deadline);
  }
}
