package dev.headgate.kernel.config;

import dev.headgate.spi.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A setting's value as people write it. */
final class ShownValue {
  private static final long KILO = 1024;

  private ShownValue() {}

  static String of(SettingType<?> type, Object value) {
    return switch (value) {
      case Secret secret -> secret.masked();
      case Optional<?> optional -> optional.map(found -> of(type, found)).orElse("");
      case Duration duration -> duration(duration);
      case List<?> list ->
          list.stream().map(item -> of(type, item)).collect(Collectors.joining(", "));
      case ModelAlias alias -> alias.name() + ": " + alias.group();
      case Number number when type.title().equals(SettingType.BYTES.title()) ->
          bytes(number.longValue());
      case Number number when type.title().equals(SettingType.MEGABYTES.title()) ->
          bytes(number.longValue());
      default -> String.valueOf(value);
    };
  }

  private static String duration(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos % 1_000_000_000L != 0) {
      return duration.toMillis() + "ms";
    }
    long seconds = duration.toSeconds();
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
  }

  private static String bytes(long bytes) {
    if (bytes % (KILO * KILO * KILO) == 0) {
      return bytes / (KILO * KILO * KILO) + "GB";
    }
    if (bytes % (KILO * KILO) == 0) {
      return bytes / (KILO * KILO) + "MB";
    }
    return bytes % KILO == 0 ? bytes / KILO + "KB" : bytes + "";
  }
}
