package dev.headgate.spi.usage;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import java.time.Duration;
import java.util.List;

/**
 * Is told of finished requests in batches, from a bounded queue, on a thread of its own: logging
 * callbacks, exports. Nothing that it does can delay an answer.
 */
@Preview
public interface UsageSink extends Extension {

  /** What happens when the queue is full. */
  enum Overflow {
    /** The newest event is dropped and counted. */
    DROP_NEWEST,
    /** The oldest event is dropped and counted. */
    DROP_OLDEST
  }

  /**
   * Delivers a batch. One call at a time, in the order of the queue. Returning acknowledges the
   * batch; throwing brings the same batch again, after a pause that doubles up to a minute.
   *
   * @param batch at least one event
   * @throws Exception if it could not be delivered
   */
  void deliver(List<UsageEvent> batch) throws Exception;

  /** The most events that wait. */
  default int queueCapacity() {
    return 10_000;
  }

  /** The most events in a batch. */
  default int batchSize() {
    return 512;
  }

  /** How long an event waits at most for its batch to fill. */
  default Duration flushInterval() {
    return Duration.ofSeconds(5);
  }

  /** What happens when the queue is full. */
  default Overflow overflow() {
    return Overflow.DROP_NEWEST;
  }
}
