package dev.headgate.spi.auth;

import dev.headgate.spi.AttributeKey;
import dev.headgate.spi.Preview;
import dev.headgate.spi.admission.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Something that limits and spend are booked on: a key, its user, its team. The plugin that
 * authenticates makes it; plugins that limit or account read it, and never need to know where it
 * was kept. Immutable but for {@link #derived}, and shared by all requests that it concerns until
 * something about it changes; then another one takes its place.
 */
@Preview
public final class LimitedEntity {

  /** What it is. New constants may be added: a {@code switch} over this enum needs a default. */
  public enum Kind {
    /** A virtual key. */
    KEY,
    /** The user that a key belongs to. */
    USER,
    /** The team that a key belongs to. */
    TEAM,
    /** A user within a team; its id is {@code user:team}. */
    TEAM_MEMBER,
    /** The organization that a team or a key belongs to. */
    ORGANIZATION,
    /** Whom the caller calls for, as the request says. */
    END_USER,
    /** A tag of the request, of its key or of its team. */
    TAG
  }

  private final Kind kind;
  private final String id;
  private final Optional<String> alias;
  private final List<EntityLimit> budgets;
  private final List<EntityLimit> rates;
  private final OptionalLong softBudgetNanos;
  private final long epoch;
  private final long spendOffsetNanos;
  private final long turnMillis;
  private final long spentAtTurnNanos;

  /** Keys and values by turns; replaced as a whole. */
  private volatile Object[] derived = {};

  private LimitedEntity(Builder builder) {
    kind = builder.kind;
    id = builder.id;
    alias = builder.alias;
    budgets = builder.limits.stream().filter(limit -> limit.kind() == Limit.Kind.SPEND).toList();
    rates = builder.limits.stream().filter(limit -> limit.kind() != Limit.Kind.SPEND).toList();
    softBudgetNanos = builder.softBudgetNanos;
    epoch = builder.epoch;
    spendOffsetNanos = builder.spendOffsetNanos;
    turnMillis = builder.turnMillis;
    spentAtTurnNanos = builder.spentAtTurnNanos;
  }

  /**
   * Begins an entity.
   *
   * @param kind what it is
   * @param id its id, equal on every instance and after a restart
   */
  public static Builder of(Kind kind, String id) {
    return new Builder(kind, id);
  }

  /** Collects what an entity is. Not thread-safe. */
  @Preview
  public static final class Builder {
    private final Kind kind;
    private final String id;
    private final List<EntityLimit> limits = new ArrayList<>();
    private Optional<String> alias = Optional.empty();
    private OptionalLong softBudgetNanos = OptionalLong.empty();
    private long epoch;
    private long spendOffsetNanos;
    private long turnMillis;
    private long spentAtTurnNanos;

    private Builder(Kind kind, String id) {
      this.kind = Objects.requireNonNull(kind, "kind");
      this.id = Objects.requireNonNull(id, "id");
    }

    /** With the name that messages show. */
    public Builder alias(String newAlias) {
      alias = Optional.of(newAlias);
      return this;
    }

    /** With one more limit. */
    public Builder limit(EntityLimit limit) {
      limits.add(Objects.requireNonNull(limit, "limit"));
      return this;
    }

    /**
     * With a budget beyond which somebody is told and nobody is refused.
     *
     * @param nanos nano-dollars
     */
    public Builder softBudget(long nanos) {
      softBudgetNanos = OptionalLong.of(nanos);
      return this;
    }

    /**
     * With the turn of its spend; see {@link LimitedEntity#epoch}.
     *
     * @param newEpoch the turn
     * @param newOffsetNanos see {@link LimitedEntity#spendOffsetNanos}
     */
    public Builder spend(long newEpoch, long newOffsetNanos) {
      epoch = newEpoch;
      spendOffsetNanos = newOffsetNanos;
      return this;
    }

    /**
     * With the moment at which the turn of its spend began.
     *
     * @param newTurnMillis see {@link LimitedEntity#turnMillis}
     * @param newSpentAtTurnNanos see {@link LimitedEntity#spentAtTurnNanos}
     */
    public Builder turn(long newTurnMillis, long newSpentAtTurnNanos) {
      turnMillis = newTurnMillis;
      spentAtTurnNanos = newSpentAtTurnNanos;
      return this;
    }

    /** The entity. */
    public LimitedEntity build() {
      return new LimitedEntity(this);
    }
  }

  /** What it is. */
  public Kind kind() {
    return kind;
  }

  /** Its id, equal on every instance and after a restart. */
  public String id() {
    return id;
  }

  /** The name that people gave it. */
  public Optional<String> alias() {
    return alias;
  }

  /** Its budgets: limits of the kind {@link Limit.Kind#SPEND}. */
  public List<EntityLimit> budgets() {
    return budgets;
  }

  /** Its other limits: requests, tokens, requests at once. */
  public List<EntityLimit> rates() {
    return rates;
  }

  /** The budget beyond which somebody is told and nobody is refused; nano-dollars. */
  public OptionalLong softBudgetNanos() {
    return softBudgetNanos;
  }

  /**
   * The turn of its spend. It rises when somebody sets the spend by hand; what was counted in an
   * earlier turn counts no more, so the id of a counter of spend holds this number.
   */
  public long epoch() {
    return epoch;
  }

  /**
   * What to add to the sum of everything that was ever booked on this id, so as to get what counts
   * as spent without a window; nano-dollars, and below zero after the spend was set back.
   */
  public long spendOffsetNanos() {
    return spendOffsetNanos;
  }

  /**
   * When the turn of its spend began, milliseconds since the epoch; 0 when nobody has set its
   * spend. In the window that holds this moment, what was spent before it counts no more.
   */
  public long turnMillis() {
    return turnMillis;
  }

  /**
   * What counts as spent, when the turn began, in the window that holds that moment; nano-dollars.
   */
  public long spentAtTurnNanos() {
    return spentAtTurnNanos;
  }

  /**
   * What a plugin once worked out for this entity, such as its limits in the form of the ledger:
   * made on the first call and kept as long as the entity. Costs a few nanoseconds afterwards.
   *
   * @param key the plugin's own key, made anew at each start of the plugin
   * @param make works it out; quick, and may run twice when two requests come at once
   */
  public <T> T derived(AttributeKey<T> key, Function<? super LimitedEntity, ? extends T> make) {
    Object[] known = derived;
    for (int i = 0; i < known.length; i += 2) {
      if (known[i] == key) {
        return key.type().cast(known[i + 1]);
      }
    }
    T made = make.apply(this);
    synchronized (this) {
      Object[] more = Arrays.copyOf(derived, derived.length + 2);
      more[more.length - 2] = key;
      more[more.length - 1] = made;
      derived = more;
    }
    return made;
  }

  @Override
  public String toString() {
    return kind + " " + id;
  }
}
