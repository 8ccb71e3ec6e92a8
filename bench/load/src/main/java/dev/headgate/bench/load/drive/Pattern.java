package dev.headgate.bench.load.drive;

import java.time.Duration;

/** When requests are sent. */
public sealed interface Pattern {

  /** The most connections that this pattern opens. */
  int connections();

  /** Each connection sends its next request as soon as it has the answer to the last. */
  record Closed(int connections) implements Pattern {}

  /**
   * Requests are sent on a fixed schedule, whatever the answers do, and their latency counts from
   * the scheduled instant. Where all connections are busy, a request waits and its latency grows.
   *
   * @param perSecond requests a second
   * @param connections the most at once
   */
  record Open(double perSecond, int connections) implements Pattern {}

  /**
   * Users who think between two requests.
   *
   * @param connections users
   * @param rampPerSecond how many start in a second
   * @param thinkLeast the shortest pause
   * @param thinkMost the longest
   */
  record Thinking(int connections, double rampPerSecond, Duration thinkLeast, Duration thinkMost)
      implements Pattern {}
}
