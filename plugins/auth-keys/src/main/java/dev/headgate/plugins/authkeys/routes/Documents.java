package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.entity.Money;
import dev.headgate.plugins.authkeys.entity.Periods;
import dev.headgate.plugins.authkeys.entity.Source;
import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.plugins.authkeys.records.Records;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Records as they are shown, and the fields that follow from others. */
final class Documents {
  private static final List<String> INTERNAL =
      List.of(
          Records.STATE,
          "spend_epoch",
          "spend_offset_nanos",
          "spend_turn_millis",
          "spend_at_turn_nanos",
          "rotated_to",
          "revoke_at");

  private Documents() {}

  /** What is shown of a record: what it says, its spend, and when its budgets begin anew. */
  static ObjectNode shown(Source source, ObjectNode document, Management management) {
    ObjectNode shown = document.deepCopy();
    shown.put("spend", Money.dollars(spent(source, document, management)));
    shown.remove(INTERNAL);
    showResets(shown, management.now(), management.zone());
    return shown;
  }

  /** What counts as spent: in the window of its budget, or ever. */
  private static long spent(Source source, ObjectNode document, Management management) {
    Optional<Duration> window = Json.text(document, "budget_duration").flatMap(Periods::parse);
    if (window.isEmpty()) {
      long offset = document.path("spend_offset_nanos").asLong(0);
      return Math.max(0, offset + management.booked(source, document, 0));
    }
    long start = Periods.start(management.now(), window.get(), management.zone()).toEpochMilli();
    long turn = document.path("spend_turn_millis").asLong(0);
    return turn > start
        ? document.path("spend_at_turn_nanos").asLong(0) + management.booked(source, document, turn)
        : management.booked(source, document, start);
  }

  private static void showResets(ObjectNode shown, Instant now, ZoneId zone) {
    Optional<String> reset = reset(shown, now, zone);
    if (reset.isPresent()) {
      shown.put("budget_reset_at", reset.get());
    } else if (shown.has("budget_reset_at")) {
      shown.putNull("budget_reset_at");
    }
    for (JsonNode window : shown.path("budget_limits").values()) {
      if (window instanceof ObjectNode object) {
        reset(object, now, zone).ifPresent(at -> object.put("reset_at", at));
      }
    }
  }

  private static Optional<String> reset(ObjectNode holder, Instant now, ZoneId zone) {
    return Json.text(holder, "budget_duration")
        .flatMap(Periods::parse)
        .map(length -> Periods.end(now, length, zone).toString());
  }

  /** Takes {@code duration} for the time from now on, and writes down when that is over. */
  static void expire(ObjectNode document, ObjectNode body, Instant now) {
    Optional<String> duration = Json.text(body, "duration");
    if (duration.isEmpty() && !body.path("duration").isNull()) {
      return;
    }
    Optional<Duration> length = duration.filter(text -> !text.equals("-1")).flatMap(Periods::parse);
    if (length.isPresent()) {
      document.put("expires", now.plus(length.get()).toString());
    } else {
      document.putNull("expires");
    }
  }

  /**
   * Sets the spend by hand: what was counted until now counts no more.
   *
   * @param dollars the new spend
   */
  static void setSpend(
      Source source, ObjectNode document, BigDecimal dollars, Management management) {
    beginTurn(
        document,
        Money.nanos(dollars) - management.booked(source, document, 0),
        Money.nanos(dollars),
        management.now());
  }

  private static void beginTurn(ObjectNode document, long offset, long spent, Instant now) {
    document.put("spend_epoch", document.path("spend_epoch").asLong(0) + 1);
    document.put("spend_offset_nanos", offset);
    document.put("spend_turn_millis", now.toEpochMilli());
    document.put("spend_at_turn_nanos", spent);
  }

  /**
   * Hands the spend of a key on to the one that replaces it, under whose hash nothing is booked.
   */
  static void handOn(ObjectNode old, ObjectNode successor, Management management) {
    long ever = old.path("spend_offset_nanos").asLong(0) + management.booked(Source.KEY, old, 0);
    beginTurn(successor, ever, spent(Source.KEY, old, management), management.now());
  }
}
