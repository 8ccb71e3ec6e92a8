package dev.headgate.tokenizers;

import static dev.headgate.tokenizers.CharacterClasses.BREAK;
import static dev.headgate.tokenizers.CharacterClasses.CLASS;
import static dev.headgate.tokenizers.CharacterClasses.LENGTH_SHIFT;
import static dev.headgate.tokenizers.CharacterClasses.LOWER;
import static dev.headgate.tokenizers.CharacterClasses.MARK;
import static dev.headgate.tokenizers.CharacterClasses.NUMBER;
import static dev.headgate.tokenizers.CharacterClasses.OTHER;
import static dev.headgate.tokenizers.CharacterClasses.UPPER;

/**
 * The pattern of o200k: words break where lower case turns to upper case and take a contraction
 * with them; marks belong to words and to punctuation; numbers come in threes.
 */
final class O200kRule implements PieceRule {
  private final CharacterClasses classes;

  O200kRule(CharacterClasses classes) {
    this.classes = classes;
  }

  @Override
  public int end(byte[] text, int from, int to) {
    int first = classes.at(text, from);
    int kind = first & CLASS;
    int next = from + (first >> LENGTH_SHIFT);
    if (isLetter(kind)) {
      return word(text, from, to);
    }
    if (kind == NUMBER) {
      return number(text, next, to);
    }
    if (kind != BREAK && next < to) {
      int second = classes.at(text, next) & CLASS;
      if (isLetter(second)) {
        return word(text, next, to);
      }
      if (second == OTHER && text[from] == ' ') {
        return punctuation(text, next, to);
      }
    }
    return kind == OTHER
        ? punctuation(text, from, to)
        : WhiteSpace.upToBreak(classes, text, from, to);
  }

  private static boolean isLetter(int kind) {
    return kind >= UPPER && kind <= MARK;
  }

  /**
   * Upper case first, then lower case; letters without case and marks are both. When no lower case
   * comes, the word ends behind the last character that could have been one, if there was any.
   */
  private int word(byte[] text, int from, int to) {
    int at = from;
    int both = -1;
    while (at < to) {
      int character = classes.at(text, at);
      int kind = character & CLASS;
      if (kind == LOWER) {
        return lower(text, at, to);
      }
      if (!isLetter(kind)) {
        break;
      }
      at += character >> LENGTH_SHIFT;
      if (kind != UPPER) {
        both = at;
      }
    }
    int end = both >= 0 ? both : at;
    return end + Contractions.anyCase(text, end, to);
  }

  private int lower(byte[] text, int from, int to) {
    int at = from;
    while (at < to) {
      int character = classes.at(text, at);
      int kind = character & CLASS;
      if (kind < LOWER || kind > MARK) {
        break;
      }
      at += character >> LENGTH_SHIFT;
    }
    return at + Contractions.anyCase(text, at, to);
  }

  private int number(byte[] text, int second, int to) {
    int at = second;
    for (int i = 1; i < 3 && at < to; i++) {
      int character = classes.at(text, at);
      if ((character & CLASS) != NUMBER) {
        break;
      }
      at += character >> LENGTH_SHIFT;
    }
    return at;
  }

  private int punctuation(byte[] text, int from, int to) {
    int at = from;
    while (at < to) {
      int character = classes.at(text, at);
      int kind = character & CLASS;
      if (kind != OTHER && kind != MARK) {
        break;
      }
      at += character >> LENGTH_SHIFT;
    }
    while (at < to && (text[at] == '\n' || text[at] == '\r' || text[at] == '/')) {
      at++;
    }
    return at;
  }
}
