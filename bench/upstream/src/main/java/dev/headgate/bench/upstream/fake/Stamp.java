package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.HttpBytes;

/**
 * A place in a streamed piece for the time at which it is sent, as decimal nanoseconds of {@link
 * System#nanoTime}. It is part of the text, so that it comes through any gateway.
 */
public final class Stamp {

  /** Digits of a stamp. */
  public static final int DIGITS = 19;

  /** What begins a stamp. */
  public static final byte MARK = '@';

  /** An empty place, as the text of a piece. */
  static final String PLACE = "@" + "0".repeat(DIGITS) + " ";

  private static final byte[] EMPTY = HttpBytes.of(PLACE);
  private static final int LONGEST = 4_096;

  private Stamp() {}

  /** The bytes with the time in the first place for one, or the same array where there is none. */
  public static byte[] stamped(byte[] bytes, long nanos) {
    int place = bytes.length > LONGEST ? -1 : place(bytes);
    if (place < 0) {
      return bytes;
    }
    byte[] copy = bytes.clone();
    long rest = nanos;
    for (int i = place + DIGITS; i > place; i--) {
      copy[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return copy;
  }

  private static int place(byte[] bytes) {
    for (int at = 0; at <= bytes.length - EMPTY.length; at++) {
      if (bytes[at] == MARK && matches(bytes, at)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean matches(byte[] bytes, int at) {
    for (int i = 1; i < EMPTY.length; i++) {
      if (bytes[at + i] != EMPTY[i]) {
        return false;
      }
    }
    return true;
  }
}
