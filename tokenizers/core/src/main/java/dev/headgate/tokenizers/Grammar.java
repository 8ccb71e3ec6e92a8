package dev.headgate.tokenizers;

import java.util.List;
import java.util.Optional;

/** The split patterns. */
enum Grammar {
  R50K {
    @Override
    PieceRule rule(CharacterClasses classes) {
      return new R50kRule(classes);
    }

    @Override
    PieceScanner scanner(PieceRule rule) {
      return new PieceByPiece(rule);
    }

    @Override
    Optional<PieceScanner> scanner(BlockScanners blocks, PieceRule rule) {
      return Optional.empty();
    }
  },

  CL100K {
    @Override
    PieceRule rule(CharacterClasses classes) {
      return new Cl100kRule(classes);
    }

    @Override
    PieceScanner scanner(PieceRule rule) {
      return new BlockScanner(rule, false);
    }

    @Override
    Optional<PieceScanner> scanner(BlockScanners blocks, PieceRule rule) {
      return Optional.of(blocks.cl100k(rule));
    }
  },

  O200K {
    @Override
    PieceRule rule(CharacterClasses classes) {
      return new O200kRule(classes);
    }

    @Override
    PieceScanner scanner(PieceRule rule) {
      return new BlockScanner(rule, true);
    }

    @Override
    Optional<PieceScanner> scanner(BlockScanners blocks, PieceRule rule) {
      return Optional.of(blocks.o200k(rule));
    }
  };

  /** By their numbers in an image. */
  static final List<Grammar> NUMBERED = List.of(R50K, CL100K, O200K);

  /** The reference. */
  abstract PieceRule rule(CharacterClasses classes);

  /** The fastest scanner that needs nothing but Java. */
  abstract PieceScanner scanner(PieceRule rule);

  /** A scanner with blocks that are made in another way; absent where there are no blocks. */
  abstract Optional<PieceScanner> scanner(BlockScanners blocks, PieceRule rule);
}
