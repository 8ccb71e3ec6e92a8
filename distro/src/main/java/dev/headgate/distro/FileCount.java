package dev.headgate.distro;

import dev.headgate.spi.admission.TokenCounter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;

/**
 * Counts a file, a large one part by part with a bar that tells how far it is. Parts end between a
 * letter or digit and a space, where in every encoding a piece ends too, so that the sum is the
 * count of the whole.
 */
final class FileCount {
  private static final long PART = 1 << 20;
  private static final long LARGE = 8 * PART;
  private static final int BAR = 32;

  private final TokenCounter counter;

  FileCount(TokenCounter counter) {
    this.counter = counter;
  }

  long of(MemorySegment text, String name) {
    boolean shown = Terminal.there() && text.byteSize() >= LARGE;
    long tokens = 0;
    long from = 0;
    while (from < text.byteSize()) {
      long to = partEnd(text, from);
      tokens += counter.count(text.asSlice(from, to - from));
      from = to;
      if (shown) {
        show(name, (double) from / text.byteSize());
      }
    }
    if (shown) {
      System.err.print("\r\033[K");
    }
    return tokens;
  }

  private static long partEnd(MemorySegment text, long from) {
    long size = text.byteSize();
    long p = from + PART;
    while (p < size) {
      if (text.get(ValueLayout.JAVA_BYTE, p) == ' '
          && isWord(text.get(ValueLayout.JAVA_BYTE, p - 1))) {
        return p;
      }
      p++;
    }
    return size;
  }

  private static boolean isWord(byte c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static void show(String name, double done) {
    int full = (int) (done * BAR);
    System.err.printf(
        Locale.ROOT,
        "\r%s%s %3.0f %% %s\033[K",
        "█".repeat(full),
        "░".repeat(BAR - full),
        done * 100,
        name);
  }
}
