package dev.headgate.plugins.ledgermemory;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.Settings;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** Keeps the counters of all limits in the memory of one gateway. */
public final class LedgerMemoryPlugin implements Plugin {
  private static final Duration SWEEP = Duration.ofSeconds(5);

  /** Called by the service loader. */
  public LedgerMemoryPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    MemoryLedger ledger = new MemoryLedger(context.clock(), zone(context));
    context
        .metrics()
        .gauge("headgate_ledger_counters", "Counters of limits in memory.", ledger::counters);
    context
        .metrics()
        .gauge(
            "headgate_ledger_reservations",
            "Reservations of requests that have not ended.",
            ledger::reservations);
    context
        .metrics()
        .gauge(
            "headgate_ledger_expired_reservations",
            "Reservations whose lease ran out before their request ended.",
            ledger::expired);
    context.every(SWEEP, ledger::sweep);
    return List.of(ledger);
  }

  private static ZoneId zone(PluginContext context) {
    Settings settings = context.section("litellm_settings");
    String name = settings.text("timezone").orElse("");
    try {
      return name.isEmpty() ? ZoneOffset.UTC : ZoneId.of(name);
    } catch (DateTimeException e) {
      throw settings.refuse("timezone", "the name of a time zone, such as Europe/Berlin or UTC");
    }
  }
}
