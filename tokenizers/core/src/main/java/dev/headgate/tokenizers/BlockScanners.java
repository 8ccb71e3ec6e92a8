package dev.headgate.tokenizers;

/** Makes block scanners, one for each grammar that has blocks. */
public interface BlockScanners {

  /**
   * A scanner for cl100k.
   *
   * @param rule finds a piece where there is no block
   */
  PieceScanner cl100k(PieceRule rule);

  /**
   * A scanner for o200k.
   *
   * @param rule finds a piece where there is no block
   */
  PieceScanner o200k(PieceRule rule);
}
