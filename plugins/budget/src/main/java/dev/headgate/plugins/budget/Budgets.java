package dev.headgate.plugins.budget;

import dev.headgate.spi.AttributeKey;
import dev.headgate.spi.auth.EntityLimit;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.usage.SpendTotals;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The budgets of callers, worked out once for each of them. */
final class Budgets {
  private static final LimitedEntity EVERYBODY =
      LimitedEntity.of(LimitedEntity.Kind.ORGANIZATION, "*").build();

  private final BudgetSettings settings;
  private final @Nullable SpendTotals totals;
  private final AttributeKey<BudgetLimit[]> known = AttributeKey.of("budgets", BudgetLimit[].class);
  private final @Nullable BudgetLimit everybody;

  Budgets(BudgetSettings settings, @Nullable SpendTotals totals) {
    this.settings = settings;
    this.totals = totals;
    this.everybody =
        settings
            .everybody()
            .map(budget -> new BudgetLimit(EVERYBODY, budget, settings, totals))
            .orElse(null);
  }

  BudgetSettings settings() {
    return settings;
  }

  /** The budget of the whole gateway. */
  @Nullable BudgetLimit everybody() {
    return everybody;
  }

  /**
   * The budgets of a caller. The key of a team is judged by the team's budget and the member's, not
   * by that of its owner.
   */
  void forEach(Principal principal, Consumer<BudgetLimit[]> action) {
    List<LimitedEntity> entities = principal.entities();
    boolean team = false;
    for (int i = 0; i < entities.size(); i++) {
      team |= entities.get(i).kind() == LimitedEntity.Kind.TEAM;
    }
    for (int i = 0; i < entities.size(); i++) {
      LimitedEntity entity = entities.get(i);
      if (!team || entity.kind() != LimitedEntity.Kind.USER) {
        BudgetLimit[] limits = of(entity);
        if (limits.length > 0) {
          action.accept(limits);
        }
      }
    }
  }

  BudgetLimit[] of(LimitedEntity entity) {
    return entity.derived(known, this::make);
  }

  private BudgetLimit[] make(LimitedEntity entity) {
    List<EntityLimit> budgets = entity.budgets();
    BudgetLimit[] limits = new BudgetLimit[budgets.size()];
    for (int i = 0; i < limits.length; i++) {
      limits[i] = new BudgetLimit(entity, budgets.get(i), settings, totals);
    }
    return limits;
  }
}
