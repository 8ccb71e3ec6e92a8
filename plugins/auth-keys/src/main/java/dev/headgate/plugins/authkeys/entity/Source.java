package dev.headgate.plugins.authkeys.entity;

import dev.headgate.plugins.authkeys.records.Records;
import dev.headgate.plugins.authkeys.records.Table;
import dev.headgate.spi.auth.LimitedEntity;
import java.util.function.Function;

/** The sorts of records that what is in memory was read from. */
public enum Source {
  KEY(Records::keys),
  TEAM(Records::teams),
  USER(Records::users),
  MEMBER(Records::members),
  BUDGET(Records::budgets),
  ORGANIZATION(Records::organizations),
  CUSTOMER(Records::customers),
  TAG(Records::tags);

  @SuppressWarnings("ImmutableEnumChecker") // references to methods hold no state
  private final Function<Records, Table> table;

  Source(Function<Records, Table> table) {
    this.table = table;
  }

  /** Where such records are kept. */
  public Table table(Records records) {
    return table.apply(records);
  }

  /** Names one record among those of all sorts. */
  public String of(String id) {
    return name() + ':' + id;
  }

  /** An entity without limits, to ask for what was booked on it. */
  public LimitedEntity entity(String id) {
    return LimitedEntity.of(kind(), id).build();
  }

  LimitedEntity.Kind kind() {
    return switch (this) {
      case KEY -> LimitedEntity.Kind.KEY;
      case TEAM -> LimitedEntity.Kind.TEAM;
      case USER -> LimitedEntity.Kind.USER;
      case MEMBER -> LimitedEntity.Kind.TEAM_MEMBER;
      case ORGANIZATION -> LimitedEntity.Kind.ORGANIZATION;
      case CUSTOMER -> LimitedEntity.Kind.END_USER;
      case TAG -> LimitedEntity.Kind.TAG;
      case BUDGET -> throw new IllegalStateException("a budget is no entity of its own");
    };
  }
}
