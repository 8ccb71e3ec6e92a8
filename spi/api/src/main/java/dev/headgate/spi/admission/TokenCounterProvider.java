package dev.headgate.spi.admission;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Preview;
import java.util.Set;

/**
 * Brings counters for one or more encodings. Where several providers know an encoding, {@code
 * headgate.tokenizer} chooses by {@link #id}, or, when {@code auto}, the one that {@link #probe}s
 * highest.
 */
@Preview
public interface TokenCounterProvider extends Extension {

  /** The name by which the configuration chooses it. */
  String id();

  /** The encodings that it knows, such as {@code o200k_base}. */
  Set<String> encodings();

  /**
   * The encoding of a model, for models that only this provider knows; asked after the kernel's own
   * table.
   *
   * @param model the name of the model upstream
   * @return the encoding; empty when unknown
   */
  default java.util.Optional<String> encodingOf(String model) {
    return java.util.Optional.empty();
  }

  /**
   * How well it can serve on this machine. Called once at start; may try things.
   *
   * @return speed relative to the portable counter's 1.0; 0 or less when it cannot serve
   */
  double probe();

  /** Why it serves or does not, one sentence for {@code headgate doctor}. */
  String diagnosis();

  /**
   * Loads a counter. Called once per encoding, on first use; may take a while.
   *
   * @param encoding one of {@link #encodings}
   */
  TokenCounter load(String encoding);
}
