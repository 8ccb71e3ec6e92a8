package dev.headgate.tokenizers;

import static dev.headgate.tokenizers.CharacterClasses.BARE;
import static dev.headgate.tokenizers.CharacterClasses.CLASS;
import static dev.headgate.tokenizers.CharacterClasses.LENGTH_SHIFT;
import static dev.headgate.tokenizers.CharacterClasses.MARK;
import static dev.headgate.tokenizers.CharacterClasses.NUMBER;
import static dev.headgate.tokenizers.CharacterClasses.OTHER;
import static dev.headgate.tokenizers.CharacterClasses.UPPER;

/**
 * The pattern of r50k and p50k: a space may stand before a word, a number or punctuation, and a run
 * of any of them is one piece.
 */
final class R50kRule implements PieceRule {
  private static final int WORD = 0;
  private static final int FIGURES = 1;
  private static final int SIGNS = 2;
  private static final int WHITE = 3;

  private final CharacterClasses classes;

  R50kRule(CharacterClasses classes) {
    this.classes = classes;
  }

  @Override
  public int end(byte[] text, int from, int to) {
    int contraction = Contractions.lowerCase(text, from, to);
    if (contraction > 0) {
      return from + contraction;
    }
    int start = text[from] == ' ' && from + 1 < to ? from + 1 : from;
    int family = family(classes.at(text, start) & CLASS);
    return family == WHITE
        ? WhiteSpace.plain(classes, text, from, to)
        : run(text, start, to, family);
  }

  private int run(byte[] text, int from, int to, int family) {
    int at = from;
    while (at < to) {
      int character = classes.at(text, at);
      if (family(character & CLASS) != family) {
        break;
      }
      at += character >> LENGTH_SHIFT;
    }
    return at;
  }

  private static int family(int kind) {
    if (kind >= UPPER && kind <= BARE) {
      return WORD;
    }
    if (kind == NUMBER) {
      return FIGURES;
    }
    return kind == OTHER || kind == MARK ? SIGNS : WHITE;
  }
}
