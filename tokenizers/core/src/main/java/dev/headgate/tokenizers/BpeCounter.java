package dev.headgate.tokenizers;

import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Counts exactly, with a scanner for the pieces and the tables of the encoding for their tokens.
 */
final class BpeCounter implements TokenCounter {
  private final Encoding encoding;
  private final PieceScanner scanner;
  private final PieceCounts counts;
  private final ScratchPool pool;

  BpeCounter(Encoding encoding, PieceScanner scanner, PieceCounts counts, ScratchPool pool) {
    this.encoding = encoding;
    this.scanner = scanner;
    this.counts = counts;
    this.pool = pool;
  }

  @Override
  public long count(MemorySegment utf8) {
    return countUpTo(utf8, Long.MAX_VALUE);
  }

  @Override
  public long countUpTo(MemorySegment utf8, long limit) {
    int length = Math.toIntExact(utf8.byteSize());
    Scratch scratch = pool.take();
    try {
      if (utf8.heapBase().orElse(null) instanceof byte[] array) {
        int from = (int) utf8.address();
        return count(array, from, from + length, limit, scratch);
      }
      byte[] text = scratch.textOf(length);
      MemorySegment.copy(utf8, ValueLayout.JAVA_BYTE, 0, text, 0, length);
      return count(text, 0, length, limit, scratch);
    } finally {
      pool.give(scratch);
    }
  }

  private long count(byte[] text, int from, int to, long limit, Scratch scratch) {
    if (Utf8.firstMalformed(text, from, to) < to) {
      RepairedText repaired = new RepairedText(text, from, to);
      return countValid(repaired.bytes(), 0, repaired.length(), limit, scratch);
    }
    return countValid(text, from, to, limit, scratch);
  }

  private long countValid(byte[] text, int from, int to, long limit, Scratch scratch) {
    int[] ends = scratch.ends;
    long total = 0;
    int at = from;
    while (at < to && total <= limit) {
      int pieces = scanner.scan(text, at, to, ends);
      total += counts.count(text, at, pieces, scratch);
      at = ends[pieces - 1];
    }
    return total;
  }

  @Override
  public void split(MemorySegment utf8, TokenSink sink) {
    encoding.split(utf8.toArray(ValueLayout.JAVA_BYTE), scanner, sink);
  }

  @Override
  public Exactness exactness() {
    return Exactness.EXACT_TEXT;
  }

  @Override
  public String fingerprint() {
    return encoding.fingerprint();
  }
}
