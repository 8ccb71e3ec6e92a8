package dev.headgate.tokenizers;

/** English contractions behind an apostrophe: 's 't 'd 'm 'll 've 're. */
final class Contractions {
  private Contractions() {}

  /**
   * The length of a contraction in any case.
   *
   * @param at where the apostrophe may be
   * @return bytes with the apostrophe; 0 when there is none
   */
  static int anyCase(byte[] text, int at, int to) {
    if (to - at < 2 || text[at] != '\'') {
      return 0;
    }
    int first = text[at + 1];
    // Case folding takes the long s, U+017F, for an s.
    if (first == (byte) 0xc5) {
      return to - at > 2 && text[at + 2] == (byte) 0xbf ? 3 : 0;
    }
    int second = to - at > 2 ? text[at + 2] | 0x20 : 0;
    return length(first | 0x20, second);
  }

  /** The same for lower case alone. */
  static int lowerCase(byte[] text, int at, int to) {
    if (to - at < 2 || text[at] != '\'') {
      return 0;
    }
    return length(text[at + 1], to - at > 2 ? text[at + 2] : 0);
  }

  private static int length(int first, int second) {
    return switch (first) {
      case 's', 't', 'd', 'm' -> 2;
      case 'l' -> second == 'l' ? 3 : 0;
      case 'v', 'r' -> second == 'e' ? 3 : 0;
      default -> 0;
    };
  }
}
