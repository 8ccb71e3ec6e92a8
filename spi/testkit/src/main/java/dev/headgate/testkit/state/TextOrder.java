package dev.headgate.testkit.state;

/** Compares texts as their UTF-8 compares, byte by byte; which is by code points. */
final class TextOrder {
  private TextOrder() {}

  static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        // A surrogate stands for a code point above all others, whatever its own number.
        boolean above = Character.isSurrogate(x);
        return above == Character.isSurrogate(y) ? Character.compare(x, y) : above ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
