package dev.headgate.tokenizers;

/**
 * The class of each code point as the split patterns see it, pinned to one version of Unicode.
 *
 * <p>The JDK's own tables follow the JDK, and the reference follows its own pace, so neither is
 * asked at run time.
 */
final class CharacterClasses {
  /** Neither letter, mark, number nor white space. */
  static final int OTHER = 0;

  /** Upper and title case. */
  static final int UPPER = 1;

  /** Lower case. */
  static final int LOWER = 2;

  /** Letters without case, and modifiers. */
  static final int BARE = 3;

  static final int MARK = 4;
  static final int NUMBER = 5;

  /** White space other than line breaks. */
  static final int BLANK = 6;

  /** CR and LF. */
  static final int BREAK = 7;

  /** The bits of {@link #at} that hold the class; the length of the character is above them. */
  static final int CLASS = 7;

  static final int LENGTH_SHIFT = 3;

  private static final int CONTINUATION = 0x3f;
  private static final byte[] ASCII = ascii();

  private final short[] index;
  private final byte[] blocks;

  CharacterClasses(short[] index, byte[] blocks) {
    this.index = index;
    this.blocks = blocks;
  }

  int of(int codePoint) {
    return blocks[index[codePoint >> 8] << 8 | (codePoint & 0xff)];
  }

  /**
   * The class and the length of a character of valid UTF-8.
   *
   * @param text holds the whole character
   * @param at where the character starts
   * @return the class, and the length in bytes shifted by {@link #LENGTH_SHIFT}
   */
  int at(byte[] text, int at) {
    int lead = text[at];
    return lead >= 0 ? ASCII[lead] : beyondAscii(text, at, lead);
  }

  private int beyondAscii(byte[] text, int at, int lead) {
    if (lead < (byte) 0xe0) {
      return of((lead & 0x1f) << 6 | (text[at + 1] & CONTINUATION)) | 2 << LENGTH_SHIFT;
    }
    if (lead < (byte) 0xf0) {
      int codePoint =
          (lead & 0x0f) << 12 | (text[at + 1] & CONTINUATION) << 6 | (text[at + 2] & CONTINUATION);
      return of(codePoint) | 3 << LENGTH_SHIFT;
    }
    int codePoint =
        (lead & 0x07) << 18
            | (text[at + 1] & CONTINUATION) << 12
            | (text[at + 2] & CONTINUATION) << 6
            | (text[at + 3] & CONTINUATION);
    return of(codePoint) | 4 << LENGTH_SHIFT;
  }

  private static byte[] ascii() {
    byte[] classes = new byte[128];
    for (int c = 0; c < classes.length; c++) {
      classes[c] = (byte) (asciiClass(c) | 1 << LENGTH_SHIFT);
    }
    return classes;
  }

  private static int asciiClass(int c) {
    if (c >= 'A' && c <= 'Z') {
      return UPPER;
    }
    if (c >= 'a' && c <= 'z') {
      return LOWER;
    }
    if (c >= '0' && c <= '9') {
      return NUMBER;
    }
    if (c == '\r' || c == '\n') {
      return BREAK;
    }
    return c == ' ' || (c >= '\t' && c <= '\r') ? BLANK : OTHER;
  }
}
