package dev.headgate.tokenizers;

import java.util.Arrays;

/** A text with U+FFFD in place of each malformed part, and the way back to the offsets before. */
final class RepairedText {
  private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

  private final byte[] bytes;
  private int length;

  /** Offsets of the parts in the repaired text, in the text as it was, and their lengths there. */
  private int[] repaired = new int[8];

  private int[] original = new int[8];
  private int[] lengths = new int[8];
  private int parts;

  RepairedText(byte[] text, int from, int to) {
    this.bytes = new byte[Math.multiplyExact(3, to - from) + PieceScanner.ROOM];
    int at = from;
    while (at < to) {
      int malformed = Utf8.firstMalformed(text, at, to);
      System.arraycopy(text, at, bytes, length, malformed - at);
      length += malformed - at;
      at = malformed;
      if (at < to) {
        int part = -Utf8.sequence(text, at, to);
        note(length, at - from, part);
        System.arraycopy(REPLACEMENT, 0, bytes, length, REPLACEMENT.length);
        length += REPLACEMENT.length;
        at += part;
      }
    }
  }

  private void note(int inRepaired, int inOriginal, int partLength) {
    if (parts == repaired.length) {
      repaired = Arrays.copyOf(repaired, 2 * parts);
      original = Arrays.copyOf(original, 2 * parts);
      lengths = Arrays.copyOf(lengths, 2 * parts);
    }
    repaired[parts] = inRepaired;
    original[parts] = inOriginal;
    lengths[parts] = partLength;
    parts++;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** The offset before the repair; within a part, where the part starts. */
  int original(int offset) {
    int found = Arrays.binarySearch(repaired, 0, parts, offset);
    int part = found >= 0 ? found : -found - 2;
    if (part < 0) {
      return offset;
    }
    int behind = offset - repaired[part] - REPLACEMENT.length;
    return behind < 0 ? original[part] : original[part] + lengths[part] + behind;
  }
}
