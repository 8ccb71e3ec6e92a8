package dev.headgate.tokenizers.bpevector;

import dev.headgate.tokenizers.BlockScanners;
import dev.headgate.tokenizers.PieceRule;
import dev.headgate.tokenizers.PieceScanner;
import jdk.incubator.vector.ByteVector;

/** Makes scanners with vectors; loaded by name. */
final class VectorScanners implements BlockScanners, VectorWidth {

  VectorScanners() {}

  @Override
  public PieceScanner cl100k(PieceRule rule) {
    return new VectorScanner(rule, false);
  }

  @Override
  public PieceScanner o200k(PieceRule rule) {
    return new VectorScanner(rule, true);
  }

  @Override
  public int bits() {
    return ByteVector.SPECIES_PREFERRED.vectorBitSize();
  }
}
