package dev.headgate.plugins.authkeys.entity;

import dev.headgate.plugins.authkeys.records.Json;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.auth.EntityLimit;
import dev.headgate.spi.auth.LimitedEntity;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the limits of a key, a team or any other record from its fields. */
final class LimitFields {
  private LimitFields() {}

  /**
   * Adds the budgets.
   *
   * @param own the record
   * @param shared the budget that it refers to; counts where the record says nothing itself
   */
  static void budgets(LimitedEntity.Builder entity, ObjectNode own, ObjectNode shared) {
    ObjectNode source = own.path("max_budget").isNumber() ? own : shared;
    Json.number(source, "max_budget")
        .ifPresent(amount -> entity.limit(budget(amount, Json.text(source, "budget_duration"))));
    for (JsonNode window : own.path("budget_limits").values()) {
      Json.number(window, "max_budget")
          .ifPresent(amount -> entity.limit(budget(amount, Json.text(window, "budget_duration"))));
    }
    JsonNode models = field(own, shared, "model_max_budget");
    for (Map.Entry<String, JsonNode> entry : models.properties()) {
      modelBudget(entry.getValue()).ifPresent(limit -> entity.limit(limit.model(entry.getKey())));
    }
    Json.number(own, "soft_budget")
        .or(() -> Json.number(shared, "soft_budget"))
        .ifPresent(amount -> entity.softBudget(Money.nanos(amount)));
  }

  /** LiteLLM writes {@code {"budget_limit", "time_period"}}, in older files the other names. */
  private static Optional<EntityLimit> modelBudget(JsonNode value) {
    if (value.isNumber()) {
      return Optional.of(budget(value.decimalValue(), Optional.empty()));
    }
    Optional<String> period =
        Json.text(value, "time_period").or(() -> Json.text(value, "budget_duration"));
    return Json.number(value, "budget_limit")
        .or(() -> Json.number(value, "max_budget"))
        .map(amount -> budget(amount, period));
  }

  private static EntityLimit budget(BigDecimal amount, Optional<String> period) {
    EntityLimit limit = EntityLimit.budget(Math.max(0, Money.nanos(amount)));
    return period
        .flatMap(Periods::parse)
        .map(length -> limit.window(Limit.Window.CALENDAR, length))
        .orElse(limit);
  }

  /** Adds the limits of requests and tokens; the same rule for the shared budget. */
  static void rates(LimitedEntity.Builder entity, ObjectNode own, ObjectNode shared) {
    whole(field(own, shared, "rpm_limit"))
        .ifPresent(amount -> entity.limit(EntityLimit.requests(amount)));
    whole(field(own, shared, "tpm_limit"))
        .ifPresent(amount -> entity.limit(EntityLimit.tokens(amount)));
    whole(field(own, shared, "tpd_limit"))
        .ifPresent(amount ->
            entity.limit(
                EntityLimit.tokens(amount).window(Limit.Window.CALENDAR, Duration.ofDays(1))));
    whole(field(own, shared, "max_parallel_requests"))
        .ifPresent(amount -> entity.limit(EntityLimit.parallel(amount)));
    perModel(own, "model_rpm_limit")
        .forEach((model, amount) -> entity.limit(EntityLimit.requests(amount).model(model)));
    perModel(own, "model_tpm_limit")
        .forEach((model, amount) -> entity.limit(EntityLimit.tokens(amount).model(model)));
  }

  /** Older keys carry these in their metadata. */
  private static Map<String, Long> perModel(ObjectNode own, String name) {
    JsonNode direct = own.path(name);
    JsonNode limits = Json.empty(direct) ? own.path("metadata").path(name) : direct;
    Map<String, Long> amounts = new java.util.LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : limits.properties()) {
      whole(entry.getValue()).ifPresent(amount -> amounts.put(entry.getKey(), amount));
    }
    return amounts;
  }

  private static JsonNode field(ObjectNode own, ObjectNode shared, String name) {
    return Json.empty(own.path(name)) ? shared.path(name) : own.path(name);
  }

  private static Optional<Long> whole(JsonNode value) {
    return value.isNumber()
        ? Optional.of(Math.max(0, value.decimalValue().longValue()))
        : Optional.empty();
  }

  /** Adds what was spent before the sums were begun, or set by hand. */
  static void spend(LimitedEntity.Builder entity, ObjectNode own) {
    entity.spend(own.path("spend_epoch").asLong(0), own.path("spend_offset_nanos").asLong(0));
    entity.turn(own.path("spend_turn_millis").asLong(0), own.path("spend_at_turn_nanos").asLong(0));
  }
}
