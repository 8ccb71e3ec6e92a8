package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;
import java.util.Objects;

/**
 * A header by which an answer shows where a limit stands.
 *
 * @param name its name, in lower case
 * @param value what it shows
 */
@Preview
public record LimitHeader(String name, Value value) {

  /** What a header shows. */
  public enum Value {
    /** The limit itself. */
    LIMIT,
    /** What is left after this request. */
    REMAINING,
    /** When the window ends: whole seconds from now. */
    RESET_SECONDS
  }

  /** Checks. */
  public LimitHeader {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
  }
}
