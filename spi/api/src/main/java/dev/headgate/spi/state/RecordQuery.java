package dev.headgate.spi.state;

import dev.headgate.spi.Nullable;
import dev.headgate.spi.Preview;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which records, in which order, how many. Immutable. */
@Preview
public final class RecordQuery {

  /** The name by which conditions and orders speak of the key. */
  public static final String KEY = "key";

  /** The most records that one query may ask for. */
  public static final int MOST = 10_000;

  /** How a column is compared. */
  public enum Comparison {
    /** The same text or number. */
    EQUAL,
    /** One of a list of texts or numbers. */
    ONE_OF,
    /** This or more. */
    AT_LEAST,
    /** Less than this. */
    LESS,
    /** A text that starts so. */
    STARTS_WITH,
    /** A text that holds this, A to Z in either case; reads all that other conditions leave. */
    CONTAINS
  }

  /**
   * A condition; all of a query must hold.
   *
   * @param column an indexed column, or the {@link #KEY}
   * @param comparison how it is compared
   * @param value a String or a Long; for {@link Comparison#ONE_OF} a list of them
   */
  public record Condition(String column, Comparison comparison, Object value) {}

  private final List<Condition> conditions;
  private final String sort;
  private final boolean descending;
  private final int offset;
  private final int limit;
  private final @Nullable StoredRecord after;
  private final boolean documents;

  private RecordQuery(
      List<Condition> conditions,
      String sort,
      boolean descending,
      int offset,
      int limit,
      @Nullable StoredRecord after,
      boolean documents) {
    this.conditions = conditions;
    this.sort = sort;
    this.descending = descending;
    this.offset = offset;
    this.limit = limit;
    this.after = after;
    this.documents = documents;
  }

  /** Everything, by key, the first thousand. */
  public static RecordQuery all() {
    return new RecordQuery(List.of(), KEY, false, 0, 1000, null, true);
  }

  /** With one more condition. */
  public RecordQuery where(String column, Comparison comparison, Object value) {
    List<Condition> more = new ArrayList<>(conditions);
    Object kept = value instanceof Integer small ? Long.valueOf(small) : value;
    more.add(new Condition(column, comparison, kept));
    return new RecordQuery(List.copyOf(more), sort, descending, offset, limit, after, documents);
  }

  /** With one more condition: the column has this value. */
  public RecordQuery equal(String column, Object value) {
    return where(column, Comparison.EQUAL, value);
  }

  /** In the rising order of an indexed column, then of the key. */
  public RecordQuery ascending(String column) {
    return new RecordQuery(conditions, column, false, offset, limit, after, documents);
  }

  /** In the falling order of an indexed column, then of the key. */
  public RecordQuery descending(String column) {
    return new RecordQuery(conditions, column, true, offset, limit, after, documents);
  }

  /**
   * A page of it.
   *
   * @param newOffset how many to pass over; slow when large, see {@link #after}
   * @param newLimit how many at most; 1 to {@link #MOST}
   */
  public RecordQuery page(int newOffset, int newLimit) {
    if (newOffset < 0 || newLimit < 1 || newLimit > MOST) {
      throw new IllegalArgumentException(
          "a page from " + newOffset + " of " + newLimit + "; allowed are 1 to " + MOST);
    }
    return new RecordQuery(conditions, sort, descending, newOffset, newLimit, after, documents);
  }

  /** How many at most; 1 to {@link #MOST}. */
  public RecordQuery first(int newLimit) {
    return page(offset, newLimit);
  }

  /**
   * What follows a record in the order of this query: the next page, as fast as the first.
   *
   * @param last the last record of the page before, found by the same query
   */
  public RecordQuery after(StoredRecord last) {
    return new RecordQuery(conditions, sort, descending, 0, limit, last, documents);
  }

  /** Keys and columns alone; the documents of what is found are empty. */
  public RecordQuery withoutDocuments() {
    return new RecordQuery(conditions, sort, descending, offset, limit, after, false);
  }

  /** The conditions. */
  public List<Condition> conditions() {
    return conditions;
  }

  /** The column to sort by; {@link #KEY} by default. */
  public String sort() {
    return sort;
  }

  /** Whether the order falls. */
  public boolean isDescending() {
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

  /** The record that the page follows. */
  public Optional<StoredRecord> after() {
    return Optional.ofNullable(after);
  }

  /** Whether documents are wanted. */
  public boolean documents() {
    return documents;
  }
}
