package dev.headgate.tokenizers;

/** Scans one piece after the other. */
final class PieceByPiece implements PieceScanner {
  private final PieceRule rule;

  PieceByPiece(PieceRule rule) {
    this.rule = rule;
  }

  @Override
  public int scan(byte[] text, int from, int to, int[] ends) {
    int most = ends.length - ROOM;
    int count = 0;
    int at = from;
    while (at < to && count <= most) {
      at = rule.end(text, at, to);
      ends[count++] = at;
    }
    return count;
  }
}
