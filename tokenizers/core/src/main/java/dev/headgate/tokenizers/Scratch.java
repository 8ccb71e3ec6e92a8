package dev.headgate.tokenizers;

/** What one count needs besides the text; reused, so that counting allocates nothing. */
final class Scratch {
  private static final int KEPT = 1 << 16;
  private static final int BATCH = 1024;

  final int[] ends = new int[BATCH + PieceScanner.ROOM];
  byte[] text = new byte[0];
  byte[] piece = new byte[512];
  int[] tokens = new int[512];
  long[] deadEnds = new long[16];

  /** Makes room for a piece. */
  void fit(int length) {
    int needed = length + Vocabulary.PADDING;
    if (piece.length < needed) {
      int size = Math.max(needed, 2 * piece.length);
      piece = new byte[size];
      tokens = new int[size];
      deadEnds = new long[(size >> 6) + 2];
    }
  }

  /** Room for a text of so many bytes, and padding behind it. */
  byte[] textOf(int length) {
    int needed = length + PieceScanner.ROOM;
    if (text.length < needed) {
      text = new byte[Math.max(needed, Math.min(2 * text.length, KEPT))];
    }
    return text;
  }

  /** Lets go of what only a giant needs. */
  void shrink() {
    if (piece.length > KEPT) {
      piece = new byte[512];
      tokens = new int[512];
      deadEnds = new long[16];
    }
    if (text.length > 16 * KEPT) {
      text = new byte[0];
    }
  }
}
