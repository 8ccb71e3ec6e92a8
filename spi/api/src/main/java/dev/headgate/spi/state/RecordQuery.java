package dev.headgate.spi.state;

import dev.headgate.spi.Nullable;
import dev.headgate.spi.Preview;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which records, in which order, how many. Immutable. */
@Preview
public final class RecordQuery {

  /** How a column is compared. */
  public enum Comparison {
    EQUAL,
    AT_LEAST,
    LESS,
    STARTS_WITH
  }

  /**
   * A condition; all of a query must hold.
   *
   * @param column an indexed column
   * @param comparison how it is compared
   * @param value a String or a Long
   */
  public record Condition(String column, Comparison comparison, Object value) {}

  private final List<Condition> conditions;
  private final @Nullable String sort;
  private final boolean descending;
  private final int offset;
  private final int limit;

  private RecordQuery(
      List<Condition> conditions,
      @Nullable String sort,
      boolean descending,
      int offset,
      int limit) {
    this.conditions = conditions;
    this.sort = sort;
    this.descending = descending;
    this.offset = offset;
    this.limit = limit;
  }

  /** Everything, by key, the first thousand. */
  public static RecordQuery all() {
    return new RecordQuery(List.of(), null, false, 0, 1000);
  }

  /** With one more condition. */
  public RecordQuery where(String column, Comparison comparison, Object value) {
    List<Condition> more = new ArrayList<>(conditions);
    more.add(new Condition(column, comparison, value));
    return new RecordQuery(List.copyOf(more), sort, descending, offset, limit);
  }

  /** In the rising order of an indexed column. */
  public RecordQuery ascending(String column) {
    return new RecordQuery(conditions, column, false, offset, limit);
  }

  /** In the falling order of an indexed column. */
  public RecordQuery descending(String column) {
    return new RecordQuery(conditions, column, true, offset, limit);
  }

  /** A page of it. */
  public RecordQuery page(int newOffset, int newLimit) {
    return new RecordQuery(conditions, sort, descending, newOffset, newLimit);
  }

  /** The conditions. */
  public List<Condition> conditions() {
    return conditions;
  }

  /** The column to sort by; the key when empty. */
  public Optional<String> sort() {
    return Optional.ofNullable(sort);
  }

  /** Whether the order falls. */
  public boolean descending() {
    return descending;
  }

  /** How many to pass over. */
  public int offset() {
    return offset;
  }

  /** How many at most. */
  public int limit() {
    return limit;
  }
}
