package dev.headgate.kernel.config.tree;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time and amounts of memory, as people write them. */
final class Units {
  private static final Pattern AMOUNT =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?) ?([a-zA-Z]*)");
  private static final long KILO = 1024;
  private static final Map<String, Long> MILLIS =
      Map.of(
          "ms", 1L,
          "", 1_000L,
          "s", 1_000L,
          "m", 60_000L,
          "h", 3_600_000L,
          "d", 86_400_000L,
          "w", 604_800_000L);
  private static final Map<String, Long> BYTES =
      Map.of(
          "",
          1L,
          "b",
          1L,
          "kb",
          KILO,
          "kib",
          KILO,
          "mb",
          KILO * KILO,
          "mib",
          KILO * KILO,
          "gb",
          KILO * KILO * KILO,
          "gib",
          KILO * KILO * KILO);

  private Units() {}

  /** A length of time; a bare number counts seconds. */
  static Optional<Duration> duration(String text) {
    return amount(text.replace("_", ""), MILLIS)
        .map(millis -> millis.movePointRight(6).setScale(0, RoundingMode.HALF_EVEN))
        .filter(nanos -> nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0)
        .map(nanos -> Duration.ofNanos(nanos.longValueExact()));
  }

  /** An amount of memory; a bare number counts bytes. */
  static OptionalLong bytes(String text) {
    Optional<BigDecimal> bytes = amount(text.replace("_", ""), BYTES);
    return bytes
        .map(value -> value.setScale(0, RoundingMode.HALF_EVEN))
        .filter(value -> value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0)
        .map(value -> OptionalLong.of(value.longValueExact()))
        .orElse(OptionalLong.empty());
  }

  private static Optional<BigDecimal> amount(String text, Map<String, Long> units) {
    Matcher matcher = AMOUNT.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String unit = matcher.group(2).toLowerCase(Locale.ROOT);
    return Optional.ofNullable(units.get(unit))
        .map(factor -> new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(factor)));
  }
}
