package dev.headgate.plugins.authkeys.entity;

import dev.headgate.plugins.authkeys.lookup.Freshness;
import dev.headgate.plugins.authkeys.lookup.SingleFlight;
import dev.headgate.plugins.authkeys.lookup.StoredIds;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.http.DenialException;
import dev.headgate.spi.state.StoreException;
import java.util.Optional;

/**
 * Finds end users and tags, which requests name as they like: from memory when seen before; by one
 * look-up when the store has one; else there is nothing to find, and the store is not asked.
 */
public final class NamedEntities implements VirtualKey.Names {
  private final EntityReader entities;
  private final Freshness freshness;
  private final StoredIds customers;
  private final StoredIds tags;
  private final SingleFlight<String, Optional<Facts>> flights;

  /**
   * @param entities reads them
   * @param freshness tells of changes
   * @param customers which end users there are
   * @param tags which tags there are
   * @param flights does look-ups
   */
  public NamedEntities(
      EntityReader entities,
      Freshness freshness,
      StoredIds customers,
      StoredIds tags,
      Flights flights) {
    this.entities = entities;
    this.freshness = freshness;
    this.customers = customers;
    this.tags = tags;
    this.flights = flights.flights;
  }

  /** Does the look-ups of named entities. */
  public static final class Flights {
    private final SingleFlight<String, Optional<Facts>> flights;

    /**
     * @param executor does the work
     * @param deadline how long to wait for it
     * @param most how many at once
     */
    public Flights(java.util.concurrent.Executor executor, java.time.Duration deadline, int most) {
      flights = new SingleFlight<>(executor, deadline, most);
    }
  }

  @Override
  public Optional<LimitedEntity> find(LimitedEntity.Kind kind, String id) {
    return switch (kind) {
      case END_USER -> facts(Source.CUSTOMER, customers, id).map(Facts::limited);
      case TAG -> facts(Source.TAG, tags, id).map(Facts::limited);
      default -> Optional.empty();
    };
  }

  /** Whether an end user is blocked. */
  public boolean isBlocked(String endUser) {
    return facts(Source.CUSTOMER, customers, endUser).map(Facts::blocked).orElse(false);
  }

  private Optional<Facts> facts(Source kind, StoredIds stored, String id) {
    Facts known = entities.cached(kind, id);
    if (known != null) {
      return Optional.of(known);
    }
    if (!stored.mayHave(id)) {
      return Optional.empty();
    }
    try {
      return flights.get(kind.of(id), () -> entities.find(kind, id, freshness.watch()));
    } catch (StoreException e) {
      throw new DenialException(((AuthResult.Denied) Refusals.UNAVAILABLE).denial());
    }
  }
}
