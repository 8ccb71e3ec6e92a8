package dev.headgate.plugins.authkeys.entity;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths of time as they are written: {@code 30s}, {@code 30m}, {@code 30h}, {@code 30d}, {@code
 * 1mo}.
 */
public final class Periods {
  /** What a month is as a length; windows of this length follow the calendar. */
  public static final Duration MONTH = Duration.ofDays(30);

  private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,6})(s|m|h|d|w|mo)");
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);

  private Periods() {}

  /** The length; empty when it is not written so. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          case "h" -> Duration.ofHours(amount);
          case "d" -> Duration.ofDays(amount);
          case "w" -> Duration.ofDays(7 * amount);
          default -> MONTH.multipliedBy(amount);
        });
  }

  /** When the calendar window began that a moment lies in; see {@link #end}. */
  public static Instant start(Instant moment, Duration length, ZoneId zone) {
    ZonedDateTime midnight = moment.atZone(zone).truncatedTo(ChronoUnit.DAYS);
    if (length.equals(WEEK)) {
      return midnight.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).toInstant();
    }
    if (length.equals(MONTH)) {
      return midnight.with(TemporalAdjusters.firstDayOfMonth()).toInstant();
    }
    return length.equals(DAY) ? midnight.toInstant() : moment.minus(length);
  }

  /**
   * When the calendar window ends that a moment lies in: days at midnight, weeks on Monday, months
   * on the first; what is no whole number of days, that long after the moment.
   */
  public static Instant end(Instant moment, Duration length, ZoneId zone) {
    ZonedDateTime midnight = moment.atZone(zone).truncatedTo(ChronoUnit.DAYS);
    if (length.equals(DAY)) {
      return midnight.plusDays(1).toInstant();
    }
    if (length.equals(WEEK)) {
      return midnight.with(TemporalAdjusters.next(DayOfWeek.MONDAY)).toInstant();
    }
    if (length.equals(MONTH)) {
      return midnight.with(TemporalAdjusters.firstDayOfNextMonth()).toInstant();
    }
    return length.toDays() > 0 && length.equals(Duration.ofDays(length.toDays()))
        ? midnight.plusDays(length.toDays()).toInstant()
        : moment.plus(length);
  }
}
