package dev.headgate.plugins.budget;

import dev.headgate.spi.Denial;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.auth.EntityLimit;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.state.StoreException;
import dev.headgate.spi.usage.SpendTotals;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One budget of one entity. */
final class BudgetLimit implements Limit {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.budget");
  private static final Duration PATIENCE = Duration.ofMillis(250);

  private final LimitedEntity entity;
  private final EntityLimit budget;
  private final BudgetSettings settings;
  private final @Nullable SpendTotals totals;
  private final String counterId;
  private final String tenant;

  BudgetLimit(
      LimitedEntity entity,
      EntityLimit budget,
      BudgetSettings settings,
      @Nullable SpendTotals totals) {
    this.entity = entity;
    this.budget = budget;
    this.settings = settings;
    this.totals = totals;
    this.tenant = entity.kind().name().toLowerCase(Locale.ROOT) + ':' + entity.id();
    this.counterId =
        "spend:"
            + tenant
            + ':'
            + entity.epoch()
            + budget.model().map(model -> ":model:" + model).orElse("")
            + (budget.window() == Window.NONE ? "" : ":window:" + budget.length());
  }

  boolean appliesTo(@Nullable String model) {
    return budget.model().isEmpty() || (model != null && budget.appliesTo(model));
  }

  @Override
  public String counterId() {
    return counterId;
  }

  @Override
  public String tenant() {
    return tenant;
  }

  @Override
  public Kind kind() {
    return Kind.SPEND;
  }

  @Override
  public Window window() {
    return budget.window();
  }

  @Override
  public Duration length() {
    return budget.length();
  }

  @Override
  public long amount() {
    return budget.amount();
  }

  @Override
  public boolean shrinkable() {
    return !settings.strict();
  }

  @Override
  public long usedBefore(long sinceMillis) {
    boolean turned = budget.window() != Window.NONE && entity.turnMillis() > sinceMillis;
    long since = turned ? entity.turnMillis() : sinceMillis;
    long offset = offset(turned);
    if (totals == null) {
      return Math.max(0, offset);
    }
    try {
      long booked = totals.bookedNanos(entity, budget.model().orElse(""), since, PATIENCE);
      return Math.max(0, booked + offset);
    } catch (StoreException e) {
      if (settings.failClosed()) {
        throw new DenialException(
            Denial.of(
                    503,
                    "no_db_connection",
                    "The budget of this "
                        + label()
                        + " cannot be verified now, and fail_closed_budget_enforcement is on; try"
                        + " again.")
                .retryAfter(Duration.ofSeconds(1)));
      }
      LOG.log(
          System.Logger.Level.WARNING,
          "the spend of {0} could not be read ({1}); its budget counts from now on",
          tenant,
          e.getMessage());
      return Math.max(0, offset);
    }
  }

  /**
   * What counts beside what is booked, where somebody has set the spend by hand.
   *
   * @param turned whether that was in the window that is asked for
   */
  private long offset(boolean turned) {
    if (budget.model().isPresent()) {
      return 0;
    }
    if (budget.window() == Window.NONE) {
      return entity.spendOffsetNanos();
    }
    return turned ? entity.spentAtTurnNanos() : 0;
  }

  @Override
  public Denial denial(long used, long resetMillis) {
    Denial denial =
        Denial.of(settings.status(), "budget_exceeded", message(used))
            .header("x-litellm-budget-entity", label())
            .header("x-litellm-budget-limit", dollars(budget.amount()));
    return resetMillis == 0 ? denial : denial.header("reset_at", Long.toString(resetMillis / 1000));
  }

  private String message(long used) {
    String amounts =
        " Current cost: " + dollars(used) + ", Max budget: " + dollars(budget.amount());
    return budget
        .model()
        .map(model ->
            "LiteLLM "
                + (entity.kind() == LimitedEntity.Kind.KEY ? "Virtual Key" : label())
                + ": "
                + shown()
                + ", exceeded budget for model="
                + model
                + "."
                + amounts)
        .orElseGet(() -> "Budget has been exceeded! " + label() + "=" + shown() + amounts);
  }

  private String label() {
    return switch (entity.kind()) {
      case KEY -> "Key";
      case USER -> "User";
      case TEAM -> "Team";
      case TEAM_MEMBER -> "TeamMember";
      case END_USER -> "End User";
      case TAG -> "Tag";
      default -> entity.id().equals("*") ? "Proxy" : "Organization";
    };
  }

  private String shown() {
    if (entity.kind() == LimitedEntity.Kind.KEY) {
      return entity.alias().orElse(entity.id().substring(0, Math.min(8, entity.id().length())));
    }
    return entity.id();
  }

  static String dollars(long nanos) {
    BigDecimal amount = BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
    return (amount.scale() < 1 ? amount.setScale(1) : amount).toPlainString();
  }
}
