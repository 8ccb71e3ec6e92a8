package dev.headgate.tokenizers;

import static dev.headgate.tokenizers.CharacterClasses.BARE;
import static dev.headgate.tokenizers.CharacterClasses.BREAK;
import static dev.headgate.tokenizers.CharacterClasses.CLASS;
import static dev.headgate.tokenizers.CharacterClasses.LENGTH_SHIFT;
import static dev.headgate.tokenizers.CharacterClasses.MARK;
import static dev.headgate.tokenizers.CharacterClasses.NUMBER;
import static dev.headgate.tokenizers.CharacterClasses.OTHER;
import static dev.headgate.tokenizers.CharacterClasses.UPPER;

/**
 * The pattern of cl100k: contractions are pieces of their own, words have no case, marks are
 * punctuation, numbers come in threes.
 */
final class Cl100kRule implements PieceRule {
  private final CharacterClasses classes;

  Cl100kRule(CharacterClasses classes) {
    this.classes = classes;
  }

  @Override
  public int end(byte[] text, int from, int to) {
    int first = classes.at(text, from);
    int kind = first & CLASS;
    int next = from + (first >> LENGTH_SHIFT);
    if (isLetter(kind)) {
      return word(text, next, to);
    }
    if (kind == NUMBER) {
      return number(text, next, to);
    }
    int contraction = Contractions.anyCase(text, from, to);
    if (contraction > 0) {
      return from + contraction;
    }
    if (kind != BREAK && next < to) {
      int second = classes.at(text, next) & CLASS;
      if (isLetter(second)) {
        return word(text, next, to);
      }
      if (isPunctuation(second) && text[from] == ' ') {
        return punctuation(text, next, to);
      }
    }
    return isPunctuation(kind)
        ? punctuation(text, from, to)
        : WhiteSpace.upToBreakOrEnd(classes, text, from, to);
  }

  private static boolean isLetter(int kind) {
    return kind >= UPPER && kind <= BARE;
  }

  private static boolean isPunctuation(int kind) {
    return kind == OTHER || kind == MARK;
  }

  private int word(byte[] text, int from, int to) {
    int at = from;
    while (at < to) {
      int character = classes.at(text, at);
      if (!isLetter(character & CLASS)) {
        break;
      }
      at += character >> LENGTH_SHIFT;
    }
    return at;
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
      if (!isPunctuation(character & CLASS)) {
        break;
      }
      at += character >> LENGTH_SHIFT;
    }
    while (at < to && (text[at] == '\n' || text[at] == '\r')) {
      at++;
    }
    return at;
  }
}
