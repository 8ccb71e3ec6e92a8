package dev.headgate.kernel.http;

/** Classes of octets and comparisons that HTTP heads are read with, on bytes alone. */
public final class HttpText {
  private static final boolean[] TOKEN = new boolean[256];

  static {
    for (int c = '!'; c <= '~'; c++) {
      TOKEN[c] = "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }
  }

  private HttpText() {}

  /** Whether an octet may stand in a method or a header name. */
  public static boolean token(byte b) {
    return TOKEN[b & 0xff];
  }

  /** Whether an octet may stand in a header value: visible, space, tab, or beyond ASCII. */
  public static boolean value(byte b) {
    return b >= ' ' ? b != 0x7f : b < 0 || b == '\t';
  }

  /**
   * Compares a range with a lower-case ASCII text, letters in any case.
   *
   * @param array holds the range
   * @param from first
   * @param to one after the last
   * @param lowerCase the text
   */
  public static boolean equalsIgnoreCase(byte[] array, int from, int to, String lowerCase) {
    int length = lowerCase.length();
    if (to - from != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      int c = array[from + i];
      if (c >= 'A' && c <= 'Z') {
        c += 32;
      }
      if (c != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a comma-separated list holds a lower-case token, letters in any case. */
  public static boolean listHolds(byte[] array, int from, int to, String lowerCase) {
    int start = from;
    for (int i = from; i <= to; i++) {
      if (i == to || array[i] == ',') {
        int s = start;
        int e = i;
        while (s < e && blank(array[s])) {
          s++;
        }
        while (e > s && blank(array[e - 1])) {
          e--;
        }
        if (equalsIgnoreCase(array, s, e, lowerCase)) {
          return true;
        }
        start = i + 1;
      }
    }
    return false;
  }

  /** Whether an octet is optional white space. */
  public static boolean blank(byte b) {
    return b == ' ' || b == '\t';
  }
}
