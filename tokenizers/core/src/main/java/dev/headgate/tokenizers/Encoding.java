package dev.headgate.tokenizers;

import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenSink;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * One encoding, loaded: counts, encodes and decodes. Immutable but for what its counters learn, and
 * used by many threads at once.
 */
public final class Encoding {
  private final String name;
  private final RankSet ranks;
  private final Map<String, Integer> specialTokens;

  Encoding(String name, RankSet ranks, Map<String, Integer> specialTokens) {
    this.name = name;
    this.ranks = ranks;
    this.specialTokens = specialTokens;
  }

  /** The name, such as {@code o200k_base}. */
  public String name() {
    return name;
  }

  /** Names ranks and Unicode version: encodings of equal fingerprints count equally. */
  public String fingerprint() {
    return ranks.fingerprint();
  }

  /** The special tokens, by their text. */
  public Map<String, Integer> specialTokens() {
    return specialTokens;
  }

  /** The fastest scanner that needs nothing but Java. */
  public PieceScanner scanner() {
    return ranks.scanner();
  }

  /** A scanner that finds one piece after the other: what others must equal. */
  public PieceScanner referenceScanner() {
    return new PieceByPiece(ranks.rule());
  }

  /**
   * A scanner that makes blocks in another way than {@link #scanner}.
   *
   * @param blocks makes the blocks
   * @return absent where the grammar has no blocks: r50k and p50k
   */
  public Optional<PieceScanner> scanner(BlockScanners blocks) {
    return ranks.scanner(blocks);
  }

  /** A counter with the encoding's own scanner. */
  public TokenCounter counter() {
    return counter(scanner());
  }

  /**
   * A counter; all of one encoding share their tables.
   *
   * @param scanner finds the pieces
   */
  public TokenCounter counter(PieceScanner scanner) {
    return new BpeCounter(this, scanner, ranks.counts(), ranks.pool());
  }

  /**
   * Encodes. Text that looks like a special token is text; malformed parts become U+FFFD.
   *
   * @param utf8 the text
   * @return ids
   */
  public int[] encode(byte[] utf8) {
    IdList ids = new IdList();
    split(utf8, scanner(), (id, end) -> ids.add(id));
    return ids.toArray();
  }

  /**
   * Encodes, with special tokens where the text has their names. Not for text of users: it would
   * let them write what only the model may.
   *
   * @param utf8 the text
   * @return ids
   */
  public int[] encodeWithSpecialTokens(byte[] utf8) {
    IdList ids = new IdList();
    int from = 0;
    for (SpecialTokens.Place place : SpecialTokens.places(utf8, specialTokens)) {
      split(Arrays.copyOfRange(utf8, from, place.start()), scanner(), (id, end) -> ids.add(id));
      ids.add(place.id());
      from = place.end();
    }
    split(Arrays.copyOfRange(utf8, from, utf8.length), scanner(), (id, end) -> ids.add(id));
    return ids.toArray();
  }

  /**
   * Decodes.
   *
   * @param ids ordinary and special tokens
   * @return the bytes, which are valid UTF-8 when the tokens are whole text
   * @throws IllegalArgumentException if there is no such token
   */
  public byte[] decode(int[] ids) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int id : ids) {
      bytes.writeBytes(decode(id));
    }
    return bytes.toByteArray();
  }

  /** The bytes of one token. */
  public byte[] decode(int id) {
    byte[] token = ranks.bytes(id);
    if (token.length > 0) {
      return token;
    }
    return SpecialTokens.bytes(id, specialTokens)
        .orElseThrow(() -> new IllegalArgumentException(name + " has no token " + id));
  }

  /** Tells the tokens of a text, with the pieces that a scanner finds. */
  void split(byte[] utf8, PieceScanner scanner, TokenSink sink) {
    ranks.split(utf8, scanner, sink);
  }
}
