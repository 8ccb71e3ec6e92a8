package dev.headgate.plugins.spend;

import dev.headgate.spi.state.StoreException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Carries what the journal holds into the store, batch by batch, each until the store has it: a
 * batch that fails is tried again by the next run. A reload has two drains of one journal for a
 * while; they take turns, and a batch that one could not store is the other's to store.
 */
final class Drain {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.spend");
  private static final int BATCH = 1_000;

  private final Journal journal;
  private final Books books;
  private boolean failing;
  private final AtomicLong booked = new AtomicLong();

  Drain(Journal journal, Books books) {
    this.journal = journal;
    this.books = books;
  }

  /** Calls booked since the start. */
  long booked() {
    return booked.get();
  }

  /**
   * Books everything that the journal holds by now.
   *
   * @return false when the store did not take all
   */
  boolean run() {
    journal.draining().lock();
    try {
      while (true) {
        List<SpendRecord> waiting = journal.waiting(BATCH);
        if (waiting.isEmpty()) {
          journal.turn();
          return true;
        }
        booked.addAndGet(books.book(waiting));
        journal.stored();
        if (failing) {
          failing = false;
          LOG.log(System.Logger.Level.INFO, "the store takes spend again");
        }
      }
    } catch (StoreException e) {
      if (!failing) {
        failing = true;
        LOG.log(
            System.Logger.Level.WARNING,
            "spend waits in the journal, since the store does not take it: {0}",
            e.getMessage());
      }
      return false;
    } finally {
      journal.draining().unlock();
    }
  }
}
