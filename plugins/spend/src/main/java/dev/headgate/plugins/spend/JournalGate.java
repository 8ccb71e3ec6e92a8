package dev.headgate.plugins.spend;

import dev.headgate.spi.Decision;
import dev.headgate.spi.Denial;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.request.ExchangeView;
import java.time.Duration;

/** Refuses requests whose spend could not be kept. */
final class JournalGate implements HeaderGate {
  private static final Decision FULL =
      Decision.deny(
          Denial.of(
                  503,
                  "overloaded_error",
                  "The journal of spend is full or cannot be written, so no request can be"
                      + " accounted for (headgate.plugin.spend.journal-bytes); try again.")
              .retryAfter(Duration.ofSeconds(1)));

  private final Journal journal;

  JournalGate(Journal journal) {
    this.journal = journal;
  }

  @Override
  public String name() {
    return "spend-journal";
  }

  @Override
  public Decision check(ExchangeView exchange) {
    return journal.accepting() ? Decision.allow() : FULL;
  }
}
