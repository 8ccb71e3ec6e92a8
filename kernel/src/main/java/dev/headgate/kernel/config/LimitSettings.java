package dev.headgate.kernel.config;

import static dev.headgate.kernel.config.SettingType.BYTES;
import static dev.headgate.kernel.config.SettingType.bytes;
import static dev.headgate.kernel.config.SettingType.count;

import java.util.List;

/** Bounds on what the gateway keeps in memory. */
public final class LimitSettings {
  private static final String AT = "headgate.limits.";

  public static final Setting<Integer> SERIES =
      Setting.of(
          AT + "series",
          count(1, 1_000_000),
          10_000,
          "10000",
          "The most label combinations of one metric; further ones are counted together.");

  public static final Setting<Integer> FRAME_BYTES =
      Setting.of(
          AT + "frame-bytes",
          bytes(1024, Integer.MAX_VALUE),
          16 * 1024 * 1024,
          "16MB",
          "The largest frame of a stream; a larger one ends the stream with an error.");

  public static final Setting<Integer> JSON_DEPTH =
      Setting.of(
          AT + "json-depth",
          count(8, 10_000),
          512,
          "512",
          "How deep a request body may be nested; deeper ones are refused with 400.");

  public static final Setting<Long> BODY_MEMORY =
      Setting.of(
          AT + "body-memory",
          BYTES,
          64L * 1024 * 1024,
          "64MB",
          "The most memory in all large request bodies at once; beyond it requests get 503.");

  static final List<Setting<?>> ALL = List.of(SERIES, FRAME_BYTES, JSON_DEPTH, BODY_MEMORY);

  private LimitSettings() {}
}
