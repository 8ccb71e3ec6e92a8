package dev.headgate.kernel.answer;

import dev.headgate.kernel.json.Words;

/**
 * Finds where the events of a stream end: after an empty line, whether lines end with LF, CRLF or
 * CR. An event that ends with CR ends at once; should the LF that belongs to it come later, it
 * leads the next event, where it means nothing. Between calls it keeps one byte.
 */
public final class SseFrames {
  private byte last = '\n';

  /**
   * Finds the end of the next event in the bytes that came. To be called again with what follows:
   * from the end that was found, or with further bytes when none was.
   *
   * @param b holds the bytes
   * @param from first byte not looked at before
   * @param to one after the last byte
   * @return the index after the event; −1 when it does not end within these bytes
   */
  public int next(byte[] b, int from, int to) {
    if (from >= to) {
      return -1;
    }
    int end = find(b, from, to, last);
    last = b[end < 0 ? to - 1 : end - 1];
    return end;
  }

  /**
   * Finds the end of the event that begins at a place.
   *
   * @param b holds the bytes
   * @param start where the event begins
   * @param from where to go on, when the bytes before it were looked at already; else the start
   * @param to one after the last byte
   * @return the index after the event; −1 when it does not end within these bytes
   */
  public static int end(byte[] b, int start, int from, int to) {
    return find(b, from, to, from > start ? b[from - 1] : (byte) '\n');
  }

  private static int find(byte[] b, int from, int to, byte before) {
    int p = from;
    byte previous = before;
    while (p < to) {
      if (previous == '\n' || previous == '\r') {
        byte c = b[p];
        if (c == '\n' && previous == '\r') {
          // the second half of a line's end
          previous = c;
          p++;
          continue;
        }
        if (c == '\n') {
          return p + 1;
        }
        if (c == '\r') {
          return p + 1 < to && b[p + 1] == '\n' ? p + 2 : p + 1;
        }
      }
      p = lineEnd(b, p, to);
      if (p < to) {
        previous = b[p];
        p++;
      }
    }
    return -1;
  }

  /** The index of the next LF or CR; the end when there is none. */
  static int lineEnd(byte[] b, int from, int to) {
    int p = from;
    while (p <= b.length - Long.BYTES && p < to) {
      long mask = Words.lineEnd(Words.at(b, p));
      if (mask != 0) {
        return Math.min(to, p + Words.first(mask));
      }
      p += Long.BYTES;
    }
    while (p < to && b[p] != '\n' && b[p] != '\r') {
      p++;
    }
    return Math.min(p, to);
  }
}
