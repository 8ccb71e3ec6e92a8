package dev.headgate.spi.http;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.Preview;
import java.util.Optional;

/**
 * The header lines of a request or an answer, in their order, as they came. Nothing is decoded
 * until asked for. Valid while the exchange that it belongs to lives; not thread-safe.
 */
@Preview
public interface HeaderView {

  /** The number of header lines. */
  int size();

  /**
   * The name of a line, as it was spelled.
   *
   * @param index from 0 to size − 1
   */
  Bytes name(int index);

  /**
   * The value of a line, without surrounding white space.
   *
   * @param index from 0 to size − 1
   */
  Bytes value(int index);

  /**
   * The value of the first line with this name, without a string being made.
   *
   * @param lowerCaseName the name in lower case
   * @return the value, or null when there is none; null rather than an optional, since this is
   *     called several times a request
   */
  @Nullable
  Bytes find(String lowerCaseName);

  /**
   * The value of the first line with this name as text.
   *
   * @param lowerCaseName the name in lower case
   */
  default Optional<String> text(String lowerCaseName) {
    Bytes value = find(lowerCaseName);
    return value == null ? Optional.empty() : Optional.of(value.utf8());
  }
}
