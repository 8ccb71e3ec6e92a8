package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

/**
 * A window of the calendar that holds a moment: whole days from midnight, 7 days from Monday, 30
 * days as the calendar month, hours from the full hour. Other lengths are counted from the epoch in
 * the zone's own days, so that every instance finds the same window without talking to the others.
 *
 * @param startMillis its first millisecond since the epoch
 * @param endMillis the first millisecond of the window after it
 */
@Preview
public record CalendarWindow(long startMillis, long endMillis) {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration MONTH = Duration.ofDays(30);

  /**
   * The window that holds a moment.
   *
   * @param millis the moment, milliseconds since the epoch
   * @param length the length of the windows
   * @param zone whose midnight counts
   */
  public static CalendarWindow around(long millis, Duration length, ZoneId zone) {
    ZonedDateTime now = Instant.ofEpochMilli(millis).atZone(zone);
    ZonedDateTime midnight = now.truncatedTo(ChronoUnit.DAYS);
    if (length.equals(MONTH)) {
      ZonedDateTime first = midnight.withDayOfMonth(1);
      return of(first, first.plusMonths(1));
    }
    if (length.equals(WEEK)) {
      ZonedDateTime monday = midnight.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      return of(monday, monday.plusWeeks(1));
    }
    if (length.compareTo(DAY) >= 0 && length.toMillis() % DAY.toMillis() == 0) {
      long days = length.toDays();
      long into = Math.floorMod(midnight.toLocalDate().toEpochDay(), days);
      ZonedDateTime first = midnight.minusDays(into);
      return of(first, first.plusDays(days));
    }
    long step = Math.max(1, length.toMillis());
    long offset = now.getOffset().getTotalSeconds() * 1000L;
    long start = Math.floorDiv(millis + offset, step) * step - offset;
    return new CalendarWindow(start, start + step);
  }

  private static CalendarWindow of(ZonedDateTime start, ZonedDateTime end) {
    return new CalendarWindow(start.toInstant().toEpochMilli(), end.toInstant().toEpochMilli());
  }
}
