package dev.headgate.tokenizers;

import dev.headgate.spi.admission.TokenSink;
import java.util.Arrays;
import java.util.Optional;

/** The tables of one image, shared by the encodings and counters over it. */
final class RankSet {
  private static final byte[] NO_BYTES = {};

  private final String fingerprint;
  private final Grammar grammar;
  private final PieceRule rule;
  private final PieceScanner scanner;
  private final Vocabulary vocabulary;
  private final PieceMerger merger;
  private final PieceCounts counts;
  private final ScratchPool pool = new ScratchPool();

  RankSet(EncodingImage image) {
    this.fingerprint = image.fingerprint();
    this.grammar = image.grammar();
    this.rule = grammar.rule(image.classes());
    this.scanner = grammar.scanner(rule);
    this.vocabulary = new Vocabulary(image.tokenOffsets(), image.tokenBytes());
    this.merger = new PieceMerger(vocabulary, new PairTable(image.pairs()));
    this.counts = new PieceCounts(vocabulary, merger);
  }

  String fingerprint() {
    return fingerprint;
  }

  PieceRule rule() {
    return rule;
  }

  PieceScanner scanner() {
    return scanner;
  }

  Optional<PieceScanner> scanner(BlockScanners blocks) {
    return grammar.scanner(blocks, rule);
  }

  PieceCounts counts() {
    return counts;
  }

  ScratchPool pool() {
    return pool;
  }

  /** The bytes of a token; none when there is no such token. */
  byte[] bytes(int id) {
    return id < 0 || id >= vocabulary.size()
        ? NO_BYTES
        : Arrays.copyOfRange(vocabulary.bytes(), vocabulary.start(id), vocabulary.end(id));
  }

  void split(byte[] utf8, PieceScanner with, TokenSink sink) {
    if (Utf8.firstMalformed(utf8, 0, utf8.length) == utf8.length) {
      split(utf8, utf8.length, with, sink);
      return;
    }
    RepairedText repaired = new RepairedText(utf8, 0, utf8.length);
    split(
        repaired.bytes(),
        repaired.length(),
        with,
        new TokenSink() {
          @Override
          public void token(int id, long end) {
            sink.token(id, repaired.original((int) end));
          }

          @Override
          public void piece(long end) {
            sink.piece(repaired.original((int) end));
          }
        });
  }

  private void split(byte[] text, int length, PieceScanner with, TokenSink sink) {
    Scratch scratch = pool.take();
    try {
      int[] ends = scratch.ends;
      int start = 0;
      while (start < length) {
        int pieces = with.scan(text, start, length, ends);
        for (int i = 0; i < pieces; i++) {
          piece(text, start, ends[i], scratch, sink);
          start = ends[i];
        }
      }
    } finally {
      pool.give(scratch);
    }
  }

  private void piece(byte[] text, int start, int end, Scratch scratch, TokenSink sink) {
    int length = end - start;
    scratch.fit(length);
    System.arraycopy(text, start, scratch.piece, 0, length);
    int whole = vocabulary.idOf(scratch.piece, 0, length);
    if (whole >= 0) {
      sink.token(whole, end);
    } else {
      int tokens = merger.merge(scratch, length);
      int at = start;
      for (int i = 0; i < tokens; i++) {
        int id = scratch.tokens[i];
        at += vocabulary.length(id);
        sink.token(id, at);
      }
    }
    sink.piece(end);
  }
}
