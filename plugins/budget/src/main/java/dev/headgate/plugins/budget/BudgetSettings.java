package dev.headgate.plugins.budget;

import dev.headgate.spi.PluginContext;
import dev.headgate.spi.Settings;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.auth.EntityLimit;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What the operator set.
 *
 * @param status of a refusal
 * @param reserve whether a request holds what it may cost
 * @param strict whether a hold larger than what is left is refused instead of shrunk
 * @param failClosed whether a budget that cannot be verified refuses
 * @param everybody the budget of the whole gateway
 */
record BudgetSettings(
    int status,
    boolean reserve,
    boolean strict,
    boolean failClosed,
    Optional<EntityLimit> everybody) {
  private static final int UNPROCESSABLE = 422;

  static BudgetSettings read(PluginContext context) {
    Settings general = context.section("general_settings");
    Settings litellm = context.section("litellm_settings");
    return new BudgetSettings(
        status(litellm),
        !general.flag("disable_budget_reservation").orElse(false),
        general.flag("strict_budget_reservation").orElse(false),
        general.flag("fail_closed_budget_enforcement").orElse(false),
        everybody(litellm));
  }

  private static int status(Settings litellm) {
    OptionalLong status = litellm.integer("budget_exceeded_status_code");
    if (status.isEmpty()) {
      return UNPROCESSABLE;
    }
    if (status.getAsLong() < 400 || status.getAsLong() > 499) {
      throw litellm.refuse("budget_exceeded_status_code", "a status from 400 to 499");
    }
    return (int) status.getAsLong();
  }

  private static Optional<EntityLimit> everybody(Settings litellm) {
    OptionalDouble dollars = litellm.number("max_budget");
    Optional<String> duration = litellm.text("budget_duration");
    if (dollars.isEmpty()) {
      return Optional.empty();
    }
    if (dollars.getAsDouble() < 0) {
      throw litellm.refuse("max_budget", "a number of dollars, 0 or more");
    }
    EntityLimit budget =
        EntityLimit.budget(BigDecimal.valueOf(dollars.getAsDouble()).movePointRight(9).longValue());
    return Optional.of(
        duration
            .map(text -> budget.window(Limit.Window.CALENDAR, length(litellm, text)))
            .orElse(budget));
  }

  /** LiteLLM's lengths: a number and s, m, h, d or mo. */
  private static Duration length(Settings litellm, String text) {
    java.util.regex.Matcher parts =
        java.util.regex.Pattern.compile("(\\d{1,6})(s|m|h|d|mo)").matcher(text);
    if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
      throw litellm.refuse("budget_duration", "a length such as 30s, 30m, 24h, 7d or 1mo");
    }
    long count = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      case "mo" -> Duration.ofDays(30 * count);
      default -> Duration.ofDays(count);
    };
  }
}
