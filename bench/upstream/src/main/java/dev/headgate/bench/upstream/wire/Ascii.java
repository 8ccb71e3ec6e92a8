package dev.headgate.bench.upstream.wire;

/** Comparisons of byte ranges with ASCII text, without making strings. */
public final class Ascii {

  private static final long TOO_LARGE = Long.MAX_VALUE / 16;

  private Ascii() {}

  public static boolean equals(byte[] bytes, int from, int to, String text) {
    if (to - from != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (bytes[from + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Compares without regard to case.
   *
   * @param lowerCase the text to compare with, in lower case
   */
  public static boolean equalsIgnoreCase(byte[] bytes, int from, int to, String lowerCase) {
    if (to - from != lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      int b = bytes[from + i];
      if (b >= 'A' && b <= 'Z') {
        b += 'a' - 'A';
      }
      if (b != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  public static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  /** The decimal number, or −1 where the range is not one that fits. */
  public static long decimal(byte[] bytes, int from, int to) {
    return digits(bytes, from, to, 10);
  }

  /** The hexadecimal number, or −1 where the range is not one that fits. */
  public static long hexadecimal(byte[] bytes, int from, int to) {
    return digits(bytes, from, to, 16);
  }

  private static long digits(byte[] bytes, int from, int to, int radix) {
    if (from == to) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] < 0 ? -1 : Character.digit(bytes[i], radix);
      if (digit < 0 || value > TOO_LARGE) {
        return -1;
      }
      value = value * radix + digit;
    }
    return value;
  }
}
