package dev.headgate.kernel.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks at eight bytes at once. Each mask has the top bit of a byte set where the byte is one of
 * those looked for. A borrow of the subtractions can only spoil bytes above one that is marked
 * itself, so the lowest mark is always true; higher ones may not be. Hence {@link #first}.
 */
public final class Words {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;
  private static final long SPACES = ONES * ' ';
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long LINE_FEEDS = ONES * '\n';
  private static final long RETURNS = ONES * '\r';
  private static final long OPENING = ONES * '{';
  private static final long CLOSING = ONES * '}';

  private Words() {}

  /** The eight bytes from an index, the first one lowest. */
  public static long at(byte[] array, int index) {
    return (long) LONG.get(array, index);
  }

  /** Writes eight bytes from an index on, the lowest one first. */
  public static void put(byte[] array, int index, long word) {
    LONG.set(array, index, word);
  }

  /** Marks backslashes. */
  public static long backslash(long word) {
    long backslash = word ^ BACKSLASHES;
    return (backslash - ONES) & ~backslash & TOPS;
  }

  /** Marks what plain text of a JSON string cannot hold: quote, backslash, control, non-ASCII. */
  public static long notPlain(long word) {
    return (word | (word - SPACES) | ((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES))
        & TOPS;
  }

  /** Marks quotes and backslashes. */
  public static long quoteOrBackslash(long word) {
    long quote = word ^ QUOTES;
    long backslash = word ^ BACKSLASHES;
    return (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash)) & TOPS;
  }

  /** Marks quotes, braces and brackets; a brace and a bracket differ in one bit alone. */
  public static long quoteOrBracket(long word) {
    long quote = word ^ QUOTES;
    long lower = word | SPACES;
    long opening = lower ^ OPENING;
    long closing = lower ^ CLOSING;
    return (((quote - ONES) & ~quote)
            | ((opening - ONES) & ~opening)
            | ((closing - ONES) & ~closing))
        & TOPS;
  }

  /** Marks what ends a line: line feed and carriage return. */
  public static long lineEnd(long word) {
    long feed = word ^ LINE_FEEDS;
    long ret = word ^ RETURNS;
    return (((feed - ONES) & ~feed) | ((ret - ONES) & ~ret)) & TOPS;
  }

  /** The index of the lowest mark, from 0 to 7. */
  public static int first(long mask) {
    return Long.numberOfTrailingZeros(mask) >>> 3;
  }
}
