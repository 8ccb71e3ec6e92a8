package dev.headgate.spi.state;

import dev.headgate.spi.Preview;
import java.util.Optional;

/** A record as it was read. Immutable. */
@Preview
public interface StoredRecord {

  /** Its key. */
  String key();

  /**
   * Its version, above 0. Rises with every {@code put}, also when the record was deleted and made
   * again in between, so the larger of two versions is the newer.
   */
  long version();

  /** A column of text; absent when empty. */
  Optional<String> text(String column);

  /** A column of numbers, or a sum. */
  long number(String column);

  /** The document, JSON text; empty when there is none, or none was asked for. */
  String document();
}
