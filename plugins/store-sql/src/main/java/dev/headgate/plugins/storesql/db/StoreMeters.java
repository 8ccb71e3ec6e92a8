package dev.headgate.plugins.storesql.db;

import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.metrics.Family;
import dev.headgate.spi.metrics.Histogram;
import dev.headgate.spi.metrics.Meters;
import java.util.function.DoubleSupplier;

/** What the store counts. */
public final class StoreMeters {
  private static final double[] SECONDS = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private final Meters meters;
  private final Family<Counter> statements;
  private final Family<Counter> errors;
  private final Family<Histogram> seconds;
  private final Counter conflicts;
  private final Counter changes;

  /** Makes them. */
  public StoreMeters(Meters meters) {
    this.meters = meters;
    statements =
        meters.counter(
            "headgate_store_statements_total",
            "Statements sent to the database; \"feed\" are those that look for changes.",
            "operation");
    errors =
        meters.counter(
            "headgate_store_errors_total",
            "Calls of the store that failed or came too late.",
            "operation");
    seconds =
        meters.histogram(
            "headgate_store_seconds",
            "How long calls of the store took, waiting for a connection included.",
            SECONDS,
            "operation");
    conflicts =
        meters
            .counter(
                "headgate_store_conflicts_total",
                "Steps that ran again because another one had come between.")
            .labels();
    changes =
        meters
            .counter("headgate_store_changes_total", "Changes that were read from the store.")
            .labels();
  }

  /** The changes that were read. */
  public Counter changes() {
    return changes;
  }

  Counter statements(String operation) {
    return statements.labels(operation);
  }

  Counter errors(String operation) {
    return errors.labels(operation);
  }

  Histogram seconds(String operation) {
    return seconds.labels(operation);
  }

  Counter conflicts() {
    return conflicts;
  }

  void pool(DoubleSupplier active, DoubleSupplier idle, DoubleSupplier waiting, DoubleSupplier up) {
    meters.gauge("headgate_store_connections_active", "Connections in use.", active);
    meters.gauge("headgate_store_connections_idle", "Connections that are open and free.", idle);
    meters.gauge("headgate_store_waiting", "Calls that wait for a connection.", waiting);
    meters.gauge("headgate_store_up", "1 while the database answers, 0 while it is lost.", up);
  }
}
