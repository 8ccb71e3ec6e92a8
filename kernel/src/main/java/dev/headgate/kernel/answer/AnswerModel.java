package dev.headgate.kernel.answer;

import dev.headgate.kernel.json.LooseJson;

/**
 * Finds the value of {@code model} in the first bytes of an answer, so that the name that the
 * client used can take its place. Stops where it is found; the rest may be missing.
 */
public final class AnswerModel {
  /** There is none: another kind of body, or it is not a string. */
  public static final long ABSENT = -1;

  /** It may come in bytes that are not there yet. */
  public static final long UNDECIDED = -2;

  private static final String NAME = "model";

  private AnswerModel() {}

  /**
   * Looks for the place.
   *
   * @param b holds the answer, or the first part of it
   * @param from first byte
   * @param to one after the last byte
   * @return the place for {@link #start} and {@link #end}; negative when there is none
   */
  public static long find(byte[] b, int from, int to) {
    int p = LooseJson.space(b, from, to);
    if (p < to && b[p] != '{') {
      return ABSENT;
    }
    p = LooseJson.space(b, p + 1, to);
    while (p < to && b[p] == '"') {
      int nameEnd = LooseJson.string(b, p, to);
      int value = LooseJson.afterName(b, nameEnd, to);
      if (value < 0) {
        return UNDECIDED;
      }
      int end = LooseJson.value(b, value, to);
      if (LooseJson.named(b, p, nameEnd, NAME)) {
        return b[value] != '"' ? ABSENT : end < 0 ? UNDECIDED : (long) value << 32 | end;
      }
      if (end < 0) {
        return UNDECIDED;
      }
      p = LooseJson.space(b, end, to);
      if (p < to && b[p] != ',') {
        return ABSENT;
      }
      p = LooseJson.space(b, p + 1, to);
    }
    return p < to ? ABSENT : UNDECIDED;
  }

  /** The index of the opening quote. */
  public static int start(long place) {
    return (int) (place >>> 32);
  }

  /** The index after the closing quote. */
  public static int end(long place) {
    return (int) place;
  }
}
