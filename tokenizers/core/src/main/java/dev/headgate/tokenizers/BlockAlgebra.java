package dev.headgate.tokenizers;

/**
 * Finds the pieces of 64 bytes at once, by logic on one bit a byte.
 *
 * <p>A block starts where a piece starts, so nothing is carried in. It is final up to its cut: the
 * last place where a letter or a digit meets something that ends it in every context. Bytes outside
 * ASCII end what a block can say, and the {@link PieceRule} goes on from there.
 *
 * <p>Each byte has a code of four bits, and a block comes as four planes, bit i of plane k being
 * bit k of the code of byte i:
 *
 * <table>
 * <caption>Codes</caption>
 * <tr><td>1000, 1001, 1010</td><td>lower case, upper case, digit</td></tr>
 * <tr><td>0100, 0101, 0110</td><td>space, line break, other blank</td></tr>
 * <tr><td>0000, 0001, 0010</td><td>punctuation and controls, apostrophe, slash</td></tr>
 * <tr><td>1100</td><td>not ASCII</td></tr>
 * </table>
 */
public final class BlockAlgebra {
  /** The code of a lower-case letter. */
  public static final int LOWER = 0b1000;

  /** The code of an upper-case letter. */
  public static final int UPPER = 0b1001;

  /** The code of a digit. */
  public static final int DIGIT = 0b1010;

  /** The code of U+0020. */
  public static final int SPACE = 0b0100;

  /** The code of CR and LF. */
  public static final int BREAK = 0b0101;

  /** The code of other white space. */
  public static final int BLANK = 0b0110;

  /** The code of what is none of the others. */
  public static final int SIGN = 0b0000;

  /** The code of the apostrophe. */
  public static final int APOSTROPHE = 0b0001;

  /** The code of the slash. */
  public static final int SLASH = 0b0010;

  /** The code of a byte beyond ASCII. */
  public static final int BEYOND = 0b1100;

  private BlockAlgebra() {}

  /**
   * The code of a byte.
   *
   * @param value 0 to 255
   */
  public static int code(int value) {
    if (value >= 'a' && value <= 'z') {
      return LOWER;
    }
    if (value >= 'A' && value <= 'Z') {
      return UPPER;
    }
    if (value >= '0' && value <= '9') {
      return DIGIT;
    }
    return switch (value) {
      case ' ' -> SPACE;
      case '\r', '\n' -> BREAK;
      case '\t', 0x0b, '\f' -> BLANK;
      case '\'' -> APOSTROPHE;
      case '/' -> SLASH;
      default -> value < 0x80 ? SIGN : BEYOND;
    };
  }

  /**
   * The ends of pieces of o200k.
   *
   * @param text the text, for the letters of contractions
   * @param at where the block starts
   * @param inside the bits of the bytes that belong to the text
   * @return a bit for each offset in the block where a piece ends, the cut being the highest; 0
   *     when the block has no cut
   */
  public static long o200k(byte[] text, int at, long p0, long p1, long p2, long p3, long inside) {
    long alnum = p3 & ~p2;
    long digit = alnum & p1;
    long letter = alnum & ~p1;
    long upper = letter & p0;
    long white = p2 & ~p3;
    long breaks = white & p0;
    long sign = ~(p3 | p2);
    long apostrophe = sign & p0;
    long beyond = p3 & p2;

    long cuts = cuts(letter, digit, white, sign & ~apostrophe, beyond) & inside;
    if (cuts == 0) {
      return 0;
    }
    long tailed = breaks | (sign & p1);
    long seeds = breaks & sign << 1;
    long tail = ((tailed + seeds ^ tailed) | seeds) & tailed;

    long starts =
        starts(letter, digit, white, breaks, white & ~p0, white & ~p0 & ~p1, sign, tail)
            | (upper & (letter & ~upper) << 1);
    long candidates = apostrophe & letter << 1 & starts;
    if (candidates != 0) {
      starts = absorbContractions(text, at, candidates, starts, cuts);
    }
    return ends(starts, cuts);
  }

  /** The same for cl100k. */
  public static long cl100k(byte[] text, int at, long p0, long p1, long p2, long p3, long inside) {
    long alnum = p3 & ~p2;
    long digit = alnum & p1;
    long letter = alnum & ~p1;
    long white = p2 & ~p3;
    long breaks = white & p0;
    long sign = ~(p3 | p2);
    long apostrophe = sign & p0;
    long beyond = p3 & p2;

    long cuts = cuts(letter, digit, white, sign & ~apostrophe, beyond) & inside;
    if (cuts == 0) {
      return 0;
    }
    long seeds = breaks & sign << 1;
    long tail = ((breaks + seeds ^ breaks) | seeds) & breaks;

    long starts =
        starts(letter, digit, white, breaks, white & ~p0, white & ~p0 & ~p1, sign, tail) | 1;
    long candidates = apostrophe & starts;
    if (candidates != 0) {
      starts = splitContractions(text, at, candidates, starts, cuts);
    }
    return ends(starts, cuts);
  }

  /**
   * Where letters or digits meet what ends them whatever is around. An apostrophe may continue a
   * word, and what a byte beyond ASCII does is unknown.
   */
  private static long cuts(long letter, long digit, long white, long sign, long beyond) {
    long ascii = (beyond - 1) & ~beyond;
    return (((letter | digit) << 1 & (white | sign))
            | (letter << 1 & digit)
            | (digit << 1 & letter))
        & ascii;
  }

  /** Everything up to the cut, without the start of the block itself. */
  private static long ends(long starts, long cuts) {
    long cut = Long.highestOneBit(cuts);
    return ((starts & cut - 1) | cut) & ~1L;
  }

  /** Where pieces start, but for case and contractions. */
  private static long starts(
      long letter,
      long digit,
      long white,
      long breaks,
      long blank,
      long space,
      long sign,
      long tail) {
    long afterLetter = letter << 1;
    long afterDigit = digit << 1;
    long afterBreak = breaks << 1;
    long afterTail = tail << 1;
    long signs = sign & ~tail;
    long afterSign = signs << 1;
    // A sign that is alone goes with the word behind it.
    long single = signs & ~afterSign & ~(space << 1);

    long starts =
        (letter & (afterDigit | afterBreak | afterTail | (afterSign & ~(single << 1))))
            | (signs & (afterLetter | afterDigit | (blank & ~space) << 1 | afterBreak | afterTail))
            | (digit & ~afterDigit)
            | (blank & (~(white << 1) | afterTail | ~(white >>> 1)))
            | (breaks & (afterLetter | afterDigit));

    long fourth = digit & afterDigit & digit << 2 & digit << 3;
    if (fourth != 0) {
      starts |= thirds(digit & ~afterDigit, fourth);
    }
    long indents = blank & afterBreak & ~afterTail;
    if (indents != 0) {
      starts |= indents(indents, blank, breaks);
    }
    return starts;
  }

  /** Every third digit of a run. */
  private static long thirds(long firsts, long fourth) {
    long thirds = 0;
    long next = firsts << 3 & fourth;
    while (next != 0) {
      thirds |= next;
      next = next << 3 & fourth;
    }
    return thirds;
  }

  /** Blanks behind a line break start a piece, unless another line break comes behind them. */
  private static long indents(long indents, long blank, long breaks) {
    long behind = (indents + blank) & ~blank & breaks;
    long kept = indents;
    while (behind != 0) {
      long end = behind & -behind;
      kept &= ~Long.highestOneBit(kept & end - 1);
      behind ^= end;
    }
    return kept;
  }

  /** A contraction belongs to the word before it, unless that is a contraction's own end. */
  private static long absorbContractions(
      byte[] text, int at, long candidates, long starts, long cuts) {
    long below = Long.highestOneBit(cuts) - 1;
    long left = candidates & below;
    long result = starts;
    long closed = 0;
    while (left != 0) {
      long start = left & -left;
      left ^= start;
      if (start != closed) {
        int offset = at + Long.numberOfTrailingZeros(start);
        int length = Contractions.anyCase(text, offset, text.length);
        if (length > 0) {
          closed = start << length;
          result = (result & ~(closed - start)) | closed;
        }
      }
    }
    return result;
  }

  /** A contraction is a piece of its own where a piece starts. */
  private static long splitContractions(
      byte[] text, int at, long candidates, long starts, long cuts) {
    long below = Long.highestOneBit(cuts) - 1;
    long left = candidates & below;
    long result = starts;
    while (left != 0) {
      long start = left & -left;
      left ^= start;
      int offset = at + Long.numberOfTrailingZeros(start);
      int length = Contractions.anyCase(text, offset, text.length);
      if (length > 0) {
        long closed = start << length;
        result = (result & ~(closed - start)) | start | closed;
      }
    }
    return result;
  }
}
