package dev.headgate.kernel.config;

import static dev.headgate.kernel.config.SettingType.BYTES;
import static dev.headgate.kernel.config.SettingType.DURATION;
import static dev.headgate.kernel.config.SettingType.FILE;
import static dev.headgate.kernel.config.SettingType.MEGABYTES;
import static dev.headgate.kernel.config.SettingType.TEXT;
import static dev.headgate.kernel.config.SettingType.count;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the side that talks to providers. */
public final class UpstreamSettings {
  private static final String AT = "headgate.upstream.";

  public static final Setting<String> TRANSPORT =
      Setting.of(
          AT + "transport",
          TEXT,
          "pool",
          "pool",
          "How upstreams are reached: `pool`, keep-alive sockets, or the id of a plugin's"
              + " transport.");

  public static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.of(
          AT + "connect-timeout",
          DURATION,
          Duration.ofSeconds(5),
          "5s",
          "How long it may take until a connection stands, TLS included.");

  public static final Setting<Duration> FIRST_BYTE_TIMEOUT =
      Setting.of(
              AT + "first-byte-timeout",
              DURATION,
              Duration.ofMinutes(10),
              "10m",
              "How long it may take from sending a request until the first byte of its answer, for"
                  + " deployments without a `timeout` or `stream_timeout`.")
          .or("router_settings.timeout", DURATION);

  public static final Setting<Duration> IDLE_TIMEOUT =
      Setting.of(
          AT + "idle-timeout",
          DURATION,
          Duration.ofMinutes(5),
          "5m",
          "How long an answer may pause between two reads.");

  public static final Setting<Duration> TOTAL_TIMEOUT =
      Setting.of(
              AT + "total-timeout",
              DURATION,
              Duration.ofMinutes(100),
              "6000s",
              "How long a call may take from its start to the last byte of its answer.")
          .or("litellm_settings.request_timeout", DURATION);

  public static final Setting<Integer> MAX_CONNECTIONS =
      Setting.of(
          AT + "max-connections",
          count(1, 100_000),
          2000,
          "2000",
          "The most connections to one upstream at once.");

  public static final Setting<Duration> CONNECTION_WAIT =
      Setting.of(
          AT + "connection-wait",
          DURATION,
          Duration.ofSeconds(5),
          "5s",
          "How long a request waits for a connection when all are taken, before it is refused with"
              + " 503.");

  public static final Setting<Duration> IDLE_CONNECTIONS =
      Setting.of(
          AT + "idle-connections",
          DURATION,
          Duration.ofSeconds(50),
          "50s",
          "How long an idle connection to an upstream is kept; must be shorter than what the"
              + " upstream keeps.");

  public static final Setting<Long> ANSWER_BYTES =
      Setting.of(
              AT + "answer-bytes",
              BYTES,
              512L * 1024 * 1024,
              "512MB",
              "The largest plain answer of an upstream; larger ones end as 502.")
          .or("general_settings.max_response_size_mb", MEGABYTES);

  public static final Setting<Optional<Path>> CA =
      Setting.of(
          AT + "ca",
          FILE.optional(),
          Optional.empty(),
          "",
          "PEM file with certificates to trust for upstreams, in addition to the JVM's.");

  static final List<Setting<?>> ALL =
      List.of(
          TRANSPORT,
          CONNECT_TIMEOUT,
          FIRST_BYTE_TIMEOUT,
          IDLE_TIMEOUT,
          TOTAL_TIMEOUT,
          MAX_CONNECTIONS,
          CONNECTION_WAIT,
          IDLE_CONNECTIONS,
          ANSWER_BYTES,
          CA);

  private UpstreamSettings() {}
}
