package dev.headgate.spi.usage;

import dev.headgate.spi.Preview;
import dev.headgate.spi.auth.LimitedEntity;
import java.time.Duration;

/**
 * What was booked so far, as the store knows it; a service of the plugin that keeps spend. Counters
 * of budgets begin from it after a restart.
 *
 * <p>Asked on a request's thread, once for each counter that the ledger meets for the first time.
 */
@Preview
public interface SpendTotals {

  /**
   * The sum of what was booked on an entity.
   *
   * @param entity the entity
   * @param model only what was booked for this model group; empty: all together
   * @param sinceMillis from when on, milliseconds since the epoch; 0: ever
   * @param deadline how long it may take
   * @return nano-dollars
   * @throws dev.headgate.spi.state.StoreException when the store does not answer in time
   */
  long bookedNanos(LimitedEntity entity, String model, long sinceMillis, Duration deadline);
}
