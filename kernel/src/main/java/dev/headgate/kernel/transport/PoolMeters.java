package dev.headgate.kernel.transport;

import java.util.concurrent.atomic.LongAdder;

/** What a pool has done since the start. */
public final class PoolMeters {
  final LongAdder created = new LongAdder();
  final LongAdder reused = new LongAdder();
  final LongAdder foundClosed = new LongAdder();
  final LongAdder staleRetries = new LongAdder();
  final LongAdder waits = new LongAdder();
  final LongAdder busy = new LongAdder();
  final LongAdder evicted = new LongAdder();

  /** Connections made. */
  public long created() {
    return created.sum();
  }

  /** Requests that went over a connection that had served another one. */
  public long reused() {
    return reused.sum();
  }

  /** Kept connections that were found closed before they were used again. */
  public long foundClosed() {
    return foundClosed.sum();
  }

  /** Requests sent again since a kept connection turned out to be closed. */
  public long staleRetries() {
    return staleRetries.sum();
  }

  /** Calls that waited for a connection. */
  public long waits() {
    return waits.sum();
  }

  /** Calls that waited for a connection in vain. */
  public long busy() {
    return busy.sum();
  }

  /** Connections closed since they were unused for long. */
  public long evicted() {
    return evicted.sum();
  }
}
