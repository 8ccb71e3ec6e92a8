package dev.headgate.plugins.ratelimit;

import dev.headgate.spi.AttributeKey;
import dev.headgate.spi.GatewayClock;
import dev.headgate.spi.auth.EntityLimit;
import dev.headgate.spi.auth.LimitedEntity;
import java.util.List;

/** The limits of callers, worked out once for each of them. */
final class Rates {
  private final CountedTokens counted;
  private final GatewayClock clock;
  private final AttributeKey<RateLimit[]> known = AttributeKey.of("rates", RateLimit[].class);

  Rates(CountedTokens counted, GatewayClock clock) {
    this.counted = counted;
    this.clock = clock;
  }

  RateLimit[] of(LimitedEntity entity) {
    return entity.derived(known, this::make);
  }

  private RateLimit[] make(LimitedEntity entity) {
    List<EntityLimit> rates = entity.rates();
    RateLimit[] limits = new RateLimit[rates.size()];
    for (int i = 0; i < limits.length; i++) {
      limits[i] = new RateLimit(entity, rates.get(i), counted, clock);
    }
    return limits;
  }
}
