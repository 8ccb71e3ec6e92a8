package dev.headgate.kernel.pipeline;

import dev.headgate.spi.Operation;
import dev.headgate.spi.metrics.Counter;
import dev.headgate.spi.metrics.Family;
import dev.headgate.spi.metrics.Histogram;
import dev.headgate.spi.metrics.Meters;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What the kernel itself counts: requests by what they asked for and how they ended, and times. */
final class KernelMeters {
  private static final double[] BOUNDS = {
    0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
    2.5, 5, 10, 30, 60, 120, 300, 600
  };

  /** Counters of one operation, by status. */
  private static final class OfOperation {
    private final Counter[] byStatus = new Counter[600];
    private final Histogram duration;
    private final Histogram overhead;

    OfOperation(Histogram duration, Histogram overhead) {
      this.duration = duration;
      this.overhead = overhead;
    }
  }

  private final Family<Counter> requests;
  private final Map<Operation, OfOperation> operations = new EnumMap<>(Operation.class);

  KernelMeters(Meters meters) {
    requests =
        meters.counter(
            "headgate_requests_total",
            "Requests that ended, by what they asked for and the status of the answer; 499 when the"
                + " client left.",
            "operation",
            "status");
    Family<Histogram> durations =
        meters.histogram(
            "headgate_request_seconds",
            "From the first byte of a request to the end of its answer.",
            BOUNDS,
            "operation");
    Family<Histogram> overheads =
        meters.histogram(
            "headgate_overhead_seconds",
            "The part of a request's time in which the gateway waited for no upstream.",
            BOUNDS,
            "operation");
    for (Operation operation : Operation.values()) {
      String name = operation.name().toLowerCase(Locale.ROOT);
      operations.put(operation, new OfOperation(durations.labels(name), overheads.labels(name)));
    }
  }

  void count(Exchange exchange) {
    OfOperation of = operations.get(exchange.operation());
    int status = exchange.status;
    if (of == null || status < 100 || status > 599) {
      return;
    }
    Counter counter = of.byStatus[status];
    if (counter == null) {
      // Two threads may both make it: the family gives both the same one.
      counter =
          requests.labels(
              exchange.operation().name().toLowerCase(Locale.ROOT), Integer.toString(status));
      of.byStatus[status] = counter;
    }
    counter.increment();
    long duration = exchange.state.clock().nanoTime() - exchange.startNanos();
    of.duration.recordNanos(duration);
    of.overhead.recordNanos(Math.max(0, duration - exchange.upstreamNanos));
  }
}
