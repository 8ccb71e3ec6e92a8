package dev.headgate.plugins.budget;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.usage.SpendTotals;
import java.util.List;
import java.util.Optional;

/** Refuses requests whose budget is spent. */
public final class BudgetPlugin implements Plugin {

  /** Called by the service loader. */
  public BudgetPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    BudgetSettings settings = BudgetSettings.read(context);
    Optional<SpendTotals> totals = context.service(SpendTotals.class);
    Budgets budgets = new Budgets(settings, totals.orElse(null));
    return List.of(new BudgetSource(budgets));
  }
}
