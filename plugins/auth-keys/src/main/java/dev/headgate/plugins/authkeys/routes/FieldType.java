package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.entity.Money;
import dev.headgate.plugins.authkeys.entity.Periods;
import dev.headgate.plugins.authkeys.records.Json;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** What a field of a management request may hold. */
enum FieldType {
  TEXT("must be a text", JsonNode::isString),
  FLAG("must be true or false", JsonNode::isBoolean),
  WHOLE("must be a whole number from 0 on", FieldType::isWhole),
  AMOUNT("must be an amount of dollars from 0 on", FieldType::isAmount),
  TEXTS("must be a list of texts", node -> all(node, JsonNode::isString)),
  OBJECT("must be an object", JsonNode::isObject),
  OBJECTS("must be a list of objects", node -> all(node, JsonNode::isObject)),
  TEXT_MAP("must be an object of texts", node -> members(node, JsonNode::isString)),
  WHOLE_MAP(
      "must be an object of whole numbers from 0 on", node -> members(node, FieldType::isWhole)),
  PERIOD("must be a length of time such as 30s, 30m, 30h, 30d or 1mo", FieldType::isPeriod),
  TIME("must be a time such as 2026-01-31T12:00:00Z", FieldType::isTime),
  BUDGETS(
      "must be a list of objects with max_budget (dollars) and budget_duration (such as 1d)",
      node -> all(node, FieldType::isBudget)),
  MODEL_BUDGETS(
      "must be an object whose members have budget_limit (dollars) and time_period (such as 1d)",
      node -> members(node, FieldType::isModelBudget)),
  ANY("", node -> true);

  private final String demand;

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final Predicate<JsonNode> fits;

  FieldType(String demand, Predicate<JsonNode> fits) {
    this.demand = demand;
    this.fits = fits;
  }

  /** Ends the sentence "The field … ". */
  String demand() {
    return demand;
  }

  boolean fits(JsonNode value) {
    return fits.test(value);
  }

  private static boolean all(JsonNode list, Predicate<JsonNode> fits) {
    return list.isArray() && list.values().stream().allMatch(fits);
  }

  private static boolean members(JsonNode object, Predicate<JsonNode> fits) {
    return object.isObject() && object.values().stream().allMatch(fits);
  }

  private static boolean isWhole(JsonNode node) {
    return node.isNumber()
        && node.decimalValue().signum() >= 0
        && node.decimalValue().stripTrailingZeros().scale() <= 0
        && node.decimalValue().precision() - node.decimalValue().scale() <= 18;
  }

  private static boolean isAmount(JsonNode node) {
    if (!node.isNumber() || node.decimalValue().signum() < 0) {
      return false;
    }
    try {
      return Money.nanos(node.decimalValue()) >= 0;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  private static boolean isPeriod(JsonNode node) {
    return node.isString() && Periods.parse(node.stringValue()).isPresent();
  }

  private static boolean isTime(JsonNode node) {
    if (!node.isString()) {
      return false;
    }
    try {
      return Instant.parse(node.stringValue()) != null;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static boolean isBudget(JsonNode node) {
    return isAmount(node.path("max_budget")) && isPeriod(node.path("budget_duration"));
  }

  private static boolean isModelBudget(JsonNode node) {
    JsonNode amount =
        node.has("budget_limit") ? node.path("budget_limit") : node.path("max_budget");
    JsonNode period =
        node.has("time_period") ? node.path("time_period") : node.path("budget_duration");
    return isAmount(node) || (isAmount(amount) && (Json.empty(period) || isPeriod(period)));
  }
}
