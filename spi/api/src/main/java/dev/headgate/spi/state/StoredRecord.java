package dev.headgate.spi.state;

import dev.headgate.spi.Preview;
import java.util.Optional;

/** A record as it was read. Immutable. */
@Preview
public interface StoredRecord {

  /** Its key. */
  String key();

  /** Its version; rises with every write. */
  long version();

  /** A column of text. */
  Optional<String> text(String column);

  /** A column of whole numbers; 0 when null. */
  long number(String column);

  /** The document, JSON text; empty when there is none. */
  String document();
}
