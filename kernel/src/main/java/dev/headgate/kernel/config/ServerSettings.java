package dev.headgate.kernel.config;

import static dev.headgate.kernel.config.SettingType.BYTES;
import static dev.headgate.kernel.config.SettingType.DURATION;
import static dev.headgate.kernel.config.SettingType.FILE;
import static dev.headgate.kernel.config.SettingType.FLAG;
import static dev.headgate.kernel.config.SettingType.MEGABYTES;
import static dev.headgate.kernel.config.SettingType.PAUSE;
import static dev.headgate.kernel.config.SettingType.TEXT;
import static dev.headgate.kernel.config.SettingType.bytes;
import static dev.headgate.kernel.config.SettingType.count;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the side that clients talk to. */
public final class ServerSettings {
  private static final String AT = "headgate.server.";

  public static final Setting<String> HOST =
      Setting.of(AT + "host", TEXT, "0.0.0.0", "0.0.0.0", "The address to listen on.");

  public static final Setting<Integer> PORT =
      Setting.of(
          AT + "port", count(0, 65535), 4000, "4000", "The port to listen on; 0 takes a free one.");

  public static final Setting<Optional<Path>> TLS_CERTIFICATE =
      Setting.of(
          AT + "tls.certificate",
          FILE.optional(),
          Optional.empty(),
          "",
          "PEM file with the certificate chain of the gateway; turns TLS on.");

  public static final Setting<Optional<Path>> TLS_KEY =
      Setting.of(
          AT + "tls.key",
          FILE.optional(),
          Optional.empty(),
          "",
          "PEM file with the private key (PKCS #8) of that certificate.");

  public static final Setting<Integer> MAX_CONNECTIONS =
      Setting.of(
          AT + "max-connections",
          count(1, 1_000_000),
          10_000,
          "10000",
          "The most client connections at once; further ones wait in the listener's backlog.");

  public static final Setting<Integer> IN_FLIGHT =
      Setting.of(
              AT + "in-flight",
              count(1, 1_000_000),
              10_000,
              "10000",
              "The most requests at once; further ones are refused with 503 and `retry-after`.")
          .or("general_settings.max_in_flight_requests_per_worker", count(1, 1_000_000))
          .or("general_settings.global_max_parallel_requests", count(1, 1_000_000));

  public static final Setting<Duration> HEAD_TIMEOUT =
      Setting.of(
          AT + "head-timeout",
          DURATION,
          Duration.ofSeconds(10),
          "10s",
          "How long a request head may take from its first byte to its last.");

  public static final Setting<Integer> REQUEST_HEAD_BYTES =
      Setting.of(
          AT + "request-head-bytes",
          bytes(1024, Integer.MAX_VALUE),
          32 * 1024,
          "32KB",
          "The largest request head; larger ones are refused with 431.");

  public static final Setting<Duration> BODY_TIMEOUT =
      Setting.of(
          AT + "body-timeout",
          DURATION,
          Duration.ofSeconds(60),
          "60s",
          "How long a request body may take after its head; slower ones are refused with 408.");

  public static final Setting<Long> BODY_BYTES =
      Setting.of(
              AT + "body-bytes",
              BYTES,
              64L * 1024 * 1024,
              "64MB",
              "The largest request body; larger ones are refused with 413.")
          .or("general_settings.max_request_size_mb", MEGABYTES);

  public static final Setting<Duration> KEEP_ALIVE =
      Setting.of(
          AT + "keep-alive",
          DURATION,
          Duration.ofSeconds(75),
          "75s",
          "How long an idle client connection is kept; must be longer than what a load balancer in"
              + " front of the gateway keeps.");

  public static final Setting<Duration> DRAIN =
      Setting.of(
          AT + "drain",
          PAUSE,
          Duration.ofSeconds(30),
          "30s",
          "How long accepted requests may take to end after SIGTERM.");

  public static final Setting<Boolean> SERVER_TIMING =
      Setting.of(
          AT + "server-timing",
          FLAG,
          false,
          "false",
          "Whether every answer carries a `server-timing` header: what gateway, upstream, each"
              + " stage and each plugin took, in milliseconds.");

  public static final Setting<Boolean> SERVER_TIMING_ON_REQUEST =
      Setting.of(
          AT + "server-timing-on-request",
          FLAG,
          true,
          "true",
          "Whether a request with the header `x-headgate-timing: 1` gets that header too. Stages and"
              + " plugins are then shown only to a caller whose key is good.");

  public static final Setting<Boolean> RESTAMP_STREAM_MODEL =
      Setting.of(
          AT + "restamp-stream-model",
          FLAG,
          false,
          "false",
          "Whether the `model` in every frame of a stream is replaced by the name that the client"
              + " asked for, as it always is in a plain answer.");

  static final List<Setting<?>> ALL =
      List.of(
          HOST,
          PORT,
          TLS_CERTIFICATE,
          TLS_KEY,
          MAX_CONNECTIONS,
          IN_FLIGHT,
          HEAD_TIMEOUT,
          REQUEST_HEAD_BYTES,
          BODY_TIMEOUT,
          BODY_BYTES,
          KEEP_ALIVE,
          DRAIN,
          SERVER_TIMING,
          SERVER_TIMING_ON_REQUEST,
          RESTAMP_STREAM_MODEL);

  private ServerSettings() {}
}
