package dev.headgate.tokenizers.bpevector;

import dev.headgate.tokenizers.PieceScanner;
import java.nio.charset.StandardCharsets;

/**
 * Scans with the portable scanner until the one with vectors is compiled: before that, each of its
 * vectors is an object, and a large prompt would take a hundred times as long.
 */
final class WarmingScanner implements PieceScanner {
  private static final int ROUNDS = 4_000;
  private static final String SAMPLE =
      """
      It's a sample of what is counted: words, numbers such as 1,234 and 2026, and punctuation (all
      of it!). They're followed by code:

          public int sum(int[] values) {
            return IntStream.of(values).sum(); // don't overflow
          }

      GET /v1/models HTTP/1.1, caf\u00e9, na\u00efve. What's more, XMLHttpRequest and camelCase.
      """
          .repeat(8);

  private final PieceScanner cold;
  private final PieceScanner warm;
  private volatile boolean compiled;

  WarmingScanner(PieceScanner portable, PieceScanner vector) {
    this.cold = portable;
    this.warm = vector;
  }

  @Override
  public int scan(byte[] text, int from, int to, int[] ends) {
    return (compiled ? warm : cold).scan(text, from, to, ends);
  }

  /** Scans a sample often enough for the compiler to see to it. */
  void warm() {
    byte[] text = SAMPLE.getBytes(StandardCharsets.UTF_8);
    int[] ends = new int[1024 + ROOM];
    for (int i = 0; i < ROUNDS && !Thread.currentThread().isInterrupted(); i++) {
      int at = 0;
      while (at < text.length) {
        int found = warm.scan(text, at, text.length, ends);
        at = ends[found - 1];
      }
    }
    compiled = true;
  }

  boolean isWarm() {
    return compiled;
  }
}
