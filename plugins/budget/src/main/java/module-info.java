import org.jspecify.annotations.NullMarked;

/** Limits spend. */
@NullMarked
module dev.headgate.plugins.budget {
  requires dev.headgate.spi;
  requires static org.jspecify;

  provides dev.headgate.spi.Plugin with
      dev.headgate.plugins.budget.BudgetPlugin;
}
