package dev.headgate.kernel.transport;

import java.time.Duration;
import java.util.Map;

/**
 * How the pool behaves. Immutable.
 *
 * @param maxConnections the most connections of an upstream that sets no limit of its own
 * @param maxWait how long a call waits for a connection when all are in use
 * @param idle how long a connection is kept unused; below what providers allow
 * @param maxHeadBytes the largest head of an answer, in bytes
 * @param maxHeadLines the most header lines of an answer
 * @param maxAnswerBytes the largest body of an answer that is no event stream; 0 for no limit
 * @param userAgent the {@code user-agent} of requests that bring none
 * @param environment the environment variables that name proxies
 */
public record PoolSettings(
    int maxConnections,
    Duration maxWait,
    Duration idle,
    int maxHeadBytes,
    int maxHeadLines,
    long maxAnswerBytes,
    String userAgent,
    Map<String, String> environment) {

  /** The defaults, without proxies. */
  public static final PoolSettings DEFAULTS =
      new PoolSettings(
          2_000,
          Duration.ofSeconds(5),
          Duration.ofSeconds(50),
          64 * 1024,
          200,
          512L << 20,
          "headgate",
          Map.of());

  public PoolSettings {
    environment = Map.copyOf(environment);
  }

  /** With another limit of connections. */
  public PoolSettings maxConnections(int limit) {
    return new PoolSettings(
        limit, maxWait, idle, maxHeadBytes, maxHeadLines, maxAnswerBytes, userAgent, environment);
  }

  /** With another time to wait for a connection. */
  public PoolSettings maxWait(Duration wait) {
    return new PoolSettings(
        maxConnections,
        wait,
        idle,
        maxHeadBytes,
        maxHeadLines,
        maxAnswerBytes,
        userAgent,
        environment);
  }

  /** With another time to keep connections unused. */
  public PoolSettings idle(Duration length) {
    return new PoolSettings(
        maxConnections,
        maxWait,
        length,
        maxHeadBytes,
        maxHeadLines,
        maxAnswerBytes,
        userAgent,
        environment);
  }

  /** With another limit on the size of answers. */
  public PoolSettings maxAnswerBytes(long limit) {
    return new PoolSettings(
        maxConnections, maxWait, idle, maxHeadBytes, maxHeadLines, limit, userAgent, environment);
  }

  /** With another user agent. */
  public PoolSettings userAgent(String agent) {
    return new PoolSettings(
        maxConnections,
        maxWait,
        idle,
        maxHeadBytes,
        maxHeadLines,
        maxAnswerBytes,
        agent,
        environment);
  }

  /** With the proxies that these environment variables name. */
  public PoolSettings environment(Map<String, String> variables) {
    return new PoolSettings(
        maxConnections,
        maxWait,
        idle,
        maxHeadBytes,
        maxHeadLines,
        maxAnswerBytes,
        userAgent,
        variables);
  }
}
