package dev.headgate.spi.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalendarWindowTest {

  @ParameterizedTest
  @CsvSource({
    "PT24H, UTC, 2026-12-01T13:00:00Z, 2026-12-01T00:00:00Z, 2026-12-02T00:00:00Z",
    "PT24H, Europe/Berlin, 2026-12-01T23:30:00Z, 2026-12-01T23:00:00Z, 2026-12-02T23:00:00Z",
    // the night in which the clock goes back has 25 hours
    "PT24H, Europe/Berlin, 2026-10-25T12:00:00Z, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z",
    "PT168H, UTC, 2026-12-06T23:59:59Z, 2026-11-30T00:00:00Z, 2026-12-07T00:00:00Z",
    "PT168H, UTC, 2026-12-07T00:00:00Z, 2026-12-07T00:00:00Z, 2026-12-14T00:00:00Z",
    "PT720H, UTC, 2026-02-17T10:00:00Z, 2026-02-01T00:00:00Z, 2026-03-01T00:00:00Z",
    "PT1H, UTC, 2026-12-01T13:59:59Z, 2026-12-01T13:00:00Z, 2026-12-01T14:00:00Z",
    "PT1H, Asia/Kolkata, 2026-12-01T13:59:59Z, 2026-12-01T13:30:00Z, 2026-12-01T14:30:00Z",
    "PT30S, UTC, 2026-12-01T13:59:59Z, 2026-12-01T13:59:30Z, 2026-12-01T14:00:00Z",
    "PT48H, UTC, 2026-12-02T13:00:00Z, 2026-12-01T00:00:00Z, 2026-12-03T00:00:00Z",
  })
  void holdsTheMoment(Duration length, String zone, Instant moment, Instant start, Instant end) {
    CalendarWindow window = CalendarWindow.around(moment.toEpochMilli(), length, ZoneId.of(zone));
    assertThat(Instant.ofEpochMilli(window.startMillis())).isEqualTo(start);
    assertThat(Instant.ofEpochMilli(window.endMillis())).isEqualTo(end);
  }
}
