package dev.headgate.tokenizers;

import static dev.headgate.tokenizers.CharacterClasses.BLANK;
import static dev.headgate.tokenizers.CharacterClasses.BREAK;
import static dev.headgate.tokenizers.CharacterClasses.CLASS;
import static dev.headgate.tokenizers.CharacterClasses.LENGTH_SHIFT;

/**
 * The ends of runs of white space. A run in front of something else leaves its last character to
 * it, unless it is all there is.
 */
final class WhiteSpace {
  private WhiteSpace() {}

  /** o200k: up to the last line break, else as far as the run may go. */
  static int upToBreak(CharacterClasses classes, byte[] text, int from, int to) {
    int at = from;
    int last = from;
    int broken = -1;
    while (at < to) {
      int character = classes.at(text, at);
      int kind = character & CLASS;
      if (kind < BLANK) {
        return broken >= 0 ? broken : allButLast(from, last, at);
      }
      last = at;
      at += character >> LENGTH_SHIFT;
      if (kind == BREAK) {
        broken = at;
      }
    }
    return broken >= 0 ? broken : at;
  }

  /** cl100k: the same, but a run that ends the text is one piece. */
  static int upToBreakOrEnd(CharacterClasses classes, byte[] text, int from, int to) {
    int at = from;
    int last = from;
    int broken = -1;
    while (at < to) {
      int character = classes.at(text, at);
      int kind = character & CLASS;
      if (kind < BLANK) {
        return broken >= 0 ? broken : allButLast(from, last, at);
      }
      last = at;
      at += character >> LENGTH_SHIFT;
      if (kind == BREAK) {
        broken = at;
      }
    }
    return to;
  }

  /** r50k: line breaks are blanks like others. */
  static int plain(CharacterClasses classes, byte[] text, int from, int to) {
    int at = from;
    int last = from;
    while (at < to) {
      int character = classes.at(text, at);
      if ((character & CLASS) < BLANK) {
        return allButLast(from, last, at);
      }
      last = at;
      at += character >> LENGTH_SHIFT;
    }
    return to;
  }

  private static int allButLast(int from, int last, int end) {
    return last > from ? last : end;
  }
}
