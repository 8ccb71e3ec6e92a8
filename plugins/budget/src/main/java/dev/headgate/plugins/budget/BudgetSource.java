package dev.headgate.plugins.budget;

import dev.headgate.spi.admission.Estimate;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.request.ExchangeView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Contributes the budgets of a request: of its caller, of whom it names, and of the gateway. */
final class BudgetSource implements LimitSource {
  /**
   * A prompt up to this size is counted before it is priced: that costs about as much as asking.
   */
  private static final long CHEAP_TO_COUNT = 4_096;

  private final Budgets budgets;

  BudgetSource(Budgets budgets) {
    this.budgets = budgets;
  }

  @Override
  public String name() {
    return "budget";
  }

  @Override
  public void contribute(ExchangeView exchange, Estimate estimate, LimitSink sink) {
    Principal principal = exchange.principal();
    if (principal.unlimited()) {
      return;
    }
    Contribution contribution = new Contribution(exchange, estimate, sink);
    budgets.forEach(principal, contribution::add);
    String endUser = exchange.endUser();
    if (endUser != null) {
      contribution.addNamed(principal, LimitedEntity.Kind.END_USER, endUser);
    }
    List<String> tags = exchange.tags();
    for (int i = 0; i < tags.size(); i++) {
      contribution.addNamed(principal, LimitedEntity.Kind.TAG, tags.get(i));
    }
    BudgetLimit everybody = budgets.everybody();
    if (everybody != null) {
      contribution.add(everybody);
    }
  }

  /** The budgets of one request; what it may cost is asked for with the first of them. */
  private final class Contribution {
    private static final long UNASKED = -2;

    private final Estimate estimate;
    private final LimitSink sink;
    private final @Nullable String model;
    private long cost = UNASKED;

    Contribution(ExchangeView exchange, Estimate estimate, LimitSink sink) {
      this.estimate = estimate;
      this.sink = sink;
      String requested = exchange.requestedModel();
      this.model = requested == null ? null : exchange.principal().resolveAlias(requested);
    }

    void add(BudgetLimit[] limits) {
      for (BudgetLimit limit : limits) {
        add(limit);
      }
    }

    void add(BudgetLimit limit) {
      if (!limit.appliesTo(model) || cost() == 0) {
        return;
      }
      sink.add(limit, budgets.settings().reserve() ? Math.max(0, cost()) : 0);
    }

    void addNamed(Principal principal, LimitedEntity.Kind kind, String id) {
      Optional<LimitedEntity> entity = principal.named(kind, id);
      if (entity.isPresent()) {
        add(budgets.of(entity.get()));
      }
    }

    /** What the request costs at most; 0 for a model that costs nothing, −1 when unknown. */
    private long cost() {
      if (cost == UNASKED) {
        if (estimate.inputTokensAtMost() <= CHEAP_TO_COUNT) {
          estimate.inputTokens();
        }
        cost = estimate.costNanosAtMost();
      }
      return cost;
    }
  }
}
