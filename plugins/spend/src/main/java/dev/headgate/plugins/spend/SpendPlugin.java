package dev.headgate.plugins.spend;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.state.RecordQuery;
import dev.headgate.spi.state.RecordQuery.Comparison;
import dev.headgate.spi.state.RecordStore;
import dev.headgate.spi.state.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows what calls cost, and keeps what was spent. */
public final class SpendPlugin implements Plugin {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.spend");
  private static final Duration SYNC = Duration.ofMillis(50);
  private static final Duration TIDY = Duration.ofMinutes(10);

  private @Nullable Path folder;
  private @Nullable Drain drain;

  /** Called by the service loader. */
  public SpendPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    SpendSettings settings = SpendSettings.read(context);
    Prices prices = new Prices(settings.table(), settings.adjustments());
    List<Extension> extensions = new ArrayList<>();
    extensions.add(prices);
    Optional<RecordStore> store = context.service(RecordStore.class);
    if (store.isEmpty()) {
      LOG.log(
          System.Logger.Level.INFO,
          "no plugin keeps records, so what calls cost is shown and not kept");
      return extensions;
    }
    Books books = new Books(store.get());
    Path own = context.dataDirectory();
    Journal journal = Ledgers.take(own, settings.journalBytes());
    folder = own;
    Drain carrier = new Drain(journal, books);
    drain = carrier;
    // What an earlier process left comes first, so that budgets begin with all that was spent.
    carrier.run();
    context.every(SYNC, journal::sync);
    context.every(settings.flush(), carrier::run);
    if (settings.retention().isPositive()) {
      context.every(TIDY, () -> tidy(context, books, settings.retention()));
    }
    context
        .metrics()
        .gauge(
            "headgate_spend_journal_bytes",
            "Bytes of spend that are not in the store yet.",
            journal::pendingBytes);
    context
        .metrics()
        .gauge("headgate_spend_booked", "Calls booked since the start.", carrier::booked);
    extensions.add(new SpendListener(journal, books));
    extensions.add(new JournalGate(journal));
    extensions.add(new SpendRoutes(books, prices, carrier));
    return extensions;
  }

  private static void tidy(PluginContext context, Books books, Duration retention) {
    long before = context.clock().millis() - retention.toMillis();
    RecordQuery old =
        RecordQuery.all()
            .where("start_time", Comparison.LESS, before)
            .ascending("start_time")
            .first(1_000);
    try {
      while (books.log().deleteAll(old) == old.limit()) {
        // until there are fewer
      }
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.WARNING, "old spend logs stay for now: {0}", e.getMessage());
    }
  }

  @Override
  public void close() {
    Drain carrier = drain;
    Path own = folder;
    if (carrier == null || own == null) {
      return;
    }
    if (!carrier.run()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the store did not take all spend; the rest waits in {0} for the next start",
          own);
    }
    Ledgers.give(own);
  }
}
