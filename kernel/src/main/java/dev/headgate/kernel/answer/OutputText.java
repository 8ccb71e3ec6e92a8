package dev.headgate.kernel.answer;

import dev.headgate.kernel.json.LooseJson;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps what a model said, for counting it when its provider does not: every text, reasoning and
 * argument of a tool in an answer or in the events of a stream. Texts are kept as they stand in
 * their JSON strings, one behind the other.
 */
public final class OutputText {
  private static final int DEEPEST = 10;
  private static final int MOST_KEPT = 1024 * 1024;

  /** Members whose strings a model wrote; in a Responses stream the piece itself is the delta. */
  private static final List<String> SAID =
      List.of(
          "content",
          "text",
          "delta",
          "arguments",
          "reasoning_content",
          "reasoning",
          "refusal",
          "thinking",
          "partial_json");

  private byte[] kept = {};
  private int length;
  private long notKept;

  /**
   * Takes the texts of a value.
   *
   * @param at its first byte; −1 for none
   * @param to one after the last byte of what is there
   */
  void take(byte[] b, int at, int to) {
    if (at >= 0) {
      take(b, at, to, false, DEEPEST);
    }
  }

  /**
   * Takes what is said at a place and returns the place behind it; −1 where that makes no sense.
   */
  private int take(byte[] b, int at, int to, boolean said, int levels) {
    if (at < 0 || at >= to) {
      return -1;
    }
    if (levels > 0 && b[at] == '{') {
      return members(b, at, to, levels - 1);
    }
    if (levels > 0 && b[at] == '[') {
      int p = LooseJson.first(b, at, to);
      int end = p < 0 ? at + 1 : -1;
      while (p >= 0) {
        end = take(b, p, to, said, levels - 1);
        p = LooseJson.next(b, end, to);
      }
      return close(b, end, to);
    }
    int end = LooseJson.value(b, at, to);
    if (said && b[at] == '"' && end > 0) {
      keep(b, at + 1, end - 1);
    }
    return end;
  }

  private int members(byte[] b, int at, int to, int levels) {
    int p = LooseJson.first(b, at, to);
    int end = p < 0 ? at + 1 : -1;
    while (p >= 0 && b[p] == '"') {
      int nameEnd = LooseJson.string(b, p, to);
      int value = LooseJson.afterName(b, nameEnd, to);
      end = take(b, value, to, isSaid(b, p, nameEnd), levels);
      p = LooseJson.next(b, end, to);
    }
    return close(b, end, to);
  }

  private static boolean isSaid(byte[] b, int name, int nameEnd) {
    for (int i = 0; i < SAID.size(); i++) {
      if (LooseJson.named(b, name, nameEnd, SAID.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static int close(byte[] b, int end, int to) {
    if (end < 0) {
      return -1;
    }
    int p = LooseJson.space(b, end, to);
    return p < to ? p + 1 : -1;
  }

  private void keep(byte[] b, int from, int to) {
    int size = to - from;
    if (size <= 0) {
      return;
    }
    if (length + size > MOST_KEPT) {
      notKept += size;
      return;
    }
    if (length + size > kept.length) {
      kept = Arrays.copyOf(kept, Math.max(512, Math.max(length + size, kept.length * 2)));
    }
    System.arraycopy(b, from, kept, length, size);
    length += size;
  }

  /** Holds what was kept, from its first byte. */
  public byte[] kept() {
    return kept;
  }

  /** The bytes that were kept. */
  public int length() {
    return length;
  }

  /** The bytes that were too many to be kept. */
  public long notKept() {
    return notKept;
  }
}
