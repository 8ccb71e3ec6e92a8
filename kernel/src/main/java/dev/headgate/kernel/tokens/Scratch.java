package dev.headgate.kernel.tokens;

import java.util.ArrayDeque;

/** What one count needs beside the body; used again by the next one. */
final class Scratch {
  private static final int LARGEST_KEPT = 2 * 1024 * 1024;
  private static final int KEPT = 32;

  final Unescaper unescaper = new Unescaper();
  final MessageMemo.Name name;

  private Scratch(MessageMemo.Name name) {
    this.name = name;
  }

  /** Those that are not in use, the last used first. */
  static final class Shelf {
    private final MessageMemo memo;
    private final ArrayDeque<Scratch> kept = new ArrayDeque<>(KEPT);

    Shelf(MessageMemo memo) {
      this.memo = memo;
    }

    Scratch take() {
      Scratch scratch;
      synchronized (kept) {
        scratch = kept.pollLast();
      }
      return scratch == null ? new Scratch(memo.name()) : scratch;
    }

    void give(Scratch scratch) {
      if (scratch.unescaper.text().length > LARGEST_KEPT) {
        return;
      }
      synchronized (kept) {
        if (kept.size() < KEPT) {
          kept.addLast(scratch);
        }
      }
    }
  }
}
