package dev.headgate.plugins.ratelimit;

import dev.headgate.spi.admission.Estimate;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.Principal;
import dev.headgate.spi.request.ExchangeView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Contributes the rate limits of a request's caller and of whom it names. */
final class RateSource implements LimitSource {
  private final Rates rates;

  RateSource(Rates rates) {
    this.rates = rates;
  }

  @Override
  public String name() {
    return "rate-limit";
  }

  @Override
  public void contribute(ExchangeView exchange, Estimate estimate, LimitSink sink) {
    Principal principal = exchange.principal();
    if (principal.unlimited()) {
      return;
    }
    String requested = exchange.requestedModel();
    String model = requested == null ? null : principal.resolveAlias(requested);
    long output = exchange.envelope().maxOutputTokens();
    List<LimitedEntity> entities = principal.entities();
    for (int i = 0; i < entities.size(); i++) {
      add(rates.of(entities.get(i)), model, estimate, output, sink);
    }
    String endUser = exchange.endUser();
    if (endUser != null) {
      named(principal, LimitedEntity.Kind.END_USER, endUser)
          .ifPresent(entity -> add(rates.of(entity), model, estimate, output, sink));
    }
    List<String> tags = exchange.tags();
    for (int i = 0; i < tags.size(); i++) {
      named(principal, LimitedEntity.Kind.TAG, tags.get(i))
          .ifPresent(entity -> add(rates.of(entity), model, estimate, output, sink));
    }
  }

  private static Optional<LimitedEntity> named(
      Principal principal, LimitedEntity.Kind kind, String id) {
    return principal.named(kind, id);
  }

  private static void add(
      RateLimit[] limits, @Nullable String model, Estimate estimate, long output, LimitSink sink) {
    for (RateLimit limit : limits) {
      if (limit.appliesTo(model)) {
        sink.add(limit, limit.hold(estimate, output));
      }
    }
  }
}
