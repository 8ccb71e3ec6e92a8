package dev.headgate.tokenizers;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts pieces: looks them up, merges those that are in no table, and learns those that it merges
 * again. What was learnt is bounded: when the tables are full, fresh ones take their place.
 */
final class PieceCounts {
  private static final int LONG_SLOT_BITS = 16;
  private static final int LONG_ARENA = 1 << 20;
  private static final int LARGEST_LEARNT = 15;

  private final Vocabulary vocabulary;
  private final PieceMerger merger;
  private final Sightings sightings = new Sightings();
  private final AtomicBoolean learning = new AtomicBoolean();
  private volatile PieceTable shortPieces;
  private volatile LongPieces longPieces;

  PieceCounts(Vocabulary vocabulary, PieceMerger merger) {
    this.vocabulary = vocabulary;
    this.merger = merger;
    this.shortPieces = vocabulary.table();
    this.longPieces = freshLongPieces();
  }

  /**
   * Counts a row of pieces.
   *
   * @param from the start of the first
   * @param count how many {@code scratch.ends} holds
   * @return tokens
   */
  long count(byte[] text, int from, int count, Scratch scratch) {
    int[] ends = scratch.ends;
    PieceTable table = shortPieces;
    int lastEntry = text.length - 16;
    long total = 0;
    int start = from;
    for (int i = 0; i < count; i++) {
      int end = ends[i];
      int length = end - start;
      if (length <= PieceTable.LONGEST && start <= lastEntry) {
        long low = PieceTable.low(text, start, length);
        long high = PieceTable.high(text, start, length);
        int found = table.count(low, high);
        total += found != 0 ? found : miss(text, start, length, low, high, scratch);
      } else {
        total += other(text, start, length, scratch);
      }
      start = end;
    }
    return total;
  }

  /** Long pieces, and those so near the end of the array that they cannot be read in one go. */
  private int other(byte[] text, int start, int length, Scratch scratch) {
    if (length <= PieceTable.LONGEST) {
      copy(text, start, length, scratch);
      long low = PieceTable.low(scratch.piece, 0, length);
      long high = PieceTable.high(scratch.piece, 0, length);
      int found = shortPieces.count(low, high);
      return found != 0 ? found : miss(text, start, length, low, high, scratch);
    }
    if (length > LongPieces.LONGEST) {
      return merge(text, start, length, scratch);
    }
    long hash = LongPieces.hash(text, start, length);
    int found = longPieces.count(text, start, length, hash);
    if (found != 0) {
      return found;
    }
    int tokens = merge(text, start, length, scratch);
    if (sightings.again(hash) && learning.compareAndSet(false, true)) {
      try {
        if (!longPieces.learn(text, start, length, hash, tokens)) {
          longPieces = freshLongPieces();
        }
      } finally {
        learning.set(false);
      }
    }
    return tokens;
  }

  private int miss(byte[] text, int start, int length, long low, long high, Scratch scratch) {
    int tokens = merge(text, start, length, scratch);
    if (tokens <= LARGEST_LEARNT
        && sightings.again(PieceTable.hash(low, high))
        && learning.compareAndSet(false, true)) {
      try {
        if (!shortPieces.learn(low, high, tokens)) {
          shortPieces = vocabulary.freshTable();
        }
      } finally {
        learning.set(false);
      }
    }
    return tokens;
  }

  private int merge(byte[] text, int start, int length, Scratch scratch) {
    copy(text, start, length, scratch);
    return merger.merge(scratch, length);
  }

  private static void copy(byte[] text, int start, int length, Scratch scratch) {
    scratch.fit(length);
    System.arraycopy(text, start, scratch.piece, 0, length);
  }

  private LongPieces freshLongPieces() {
    LongPieces fresh = new LongPieces(LONG_SLOT_BITS, LONG_ARENA);
    for (int id : vocabulary.longIds()) {
      int at = vocabulary.start(id);
      int length = vocabulary.length(id);
      fresh.learn(
          vocabulary.bytes(), at, length, LongPieces.hash(vocabulary.bytes(), at, length), 1);
    }
    return fresh;
  }
}
