package dev.headgate.tokenizers;

import dev.headgate.spi.admission.TokenCounter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Compares a counter with what the reference made of some two thousand texts, which a resource
 * holds: only what agrees may serve.
 */
public final class SelfCheck {
  private final TokenCounter counter;
  private final String encoding;

  private SelfCheck(TokenCounter counter, String encoding) {
    this.counter = counter;
    this.encoding = encoding;
  }

  /**
   * The counter, when it agrees.
   *
   * @throws IllegalStateException if it does not, with the first text on which it does not
   */
  public static TokenCounter passed(TokenCounter counter, String encoding) {
    Optional<String> difference = run(counter, encoding);
    if (difference.isPresent()) {
      throw new IllegalStateException(difference.get());
    }
    return counter;
  }

  /**
   * Compares.
   *
   * @param counter counts and splits
   * @param encoding the name of its encoding
   * @return the first difference, a sentence; empty when there is none
   */
  public static Optional<String> run(TokenCounter counter, String encoding) {
    SelfCheck check = new SelfCheck(counter, encoding);
    String resource = "golden-" + Encodings.goldenOf(encoding) + ".txt";
    try (InputStream in = SelfCheck.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar of the tokenizers lacks " + resource);
      }
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(check::difference)
          .flatMap(Optional::stream)
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("the jar of the tokenizers cannot be read", e);
    }
  }

  private Optional<String> difference(String line) {
    String[] parts = line.split("\t", -1);
    long expected = Long.parseLong(parts[0]);
    byte[] bytes = Base64.getDecoder().decode(parts[2]);
    MemorySegment text = MemorySegment.ofArray(bytes);
    long counted = counter.count(text);
    if (counted != expected) {
      return Optional.of(sentence("counts " + counted + " tokens, not " + expected, parts[2]));
    }
    long limited = counter.countUpTo(text, expected);
    if (limited != expected) {
      return Optional.of(
          sentence("counts " + limited + " tokens up to a limit, not " + expected, parts[2]));
    }
    if (expected > 0 && counter.countUpTo(text, expected - 1) < expected) {
      return Optional.of(sentence("does not see the limit of " + (expected - 1), parts[2]));
    }
    CRC32 crc = new CRC32();
    counter.split(text, (id, end) -> update(crc, id));
    if (crc.getValue() != HexFormat.fromHexDigitsToLong(parts[1])) {
      return Optional.of(sentence("finds other tokens", parts[2]));
    }
    return Optional.empty();
  }

  private String sentence(String what, String base64) {
    return "the counter of " + encoding + " " + what + ", in the text with the Base64 " + base64;
  }

  private static void update(CRC32 crc, int id) {
    crc.update(id);
    crc.update(id >>> 8);
    crc.update(id >>> 16);
    crc.update(id >>> 24);
  }
}
