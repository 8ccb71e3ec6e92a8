package dev.headgate.spi;

import java.util.Objects;

/**
 * Names a value that one plugin keeps with an exchange between its hooks (what a mask replaced,
 * say, until the answer comes). Compared by identity, so a key that is not shared is private.
 *
 * @param <T> the type of the value
 */
@Preview
public final class AttributeKey<T> {
  private final String name;
  private final Class<T> type;

  private AttributeKey(String name, Class<T> type) {
    this.name = Objects.requireNonNull(name, "name");
    this.type = Objects.requireNonNull(type, "type");
  }

  /**
   * Makes a key; keep it in a static field.
   *
   * @param name for people
   * @param type the type of the value
   */
  public static <T> AttributeKey<T> of(String name, Class<T> type) {
    return new AttributeKey<>(name, type);
  }

  /** The type of the value. */
  public Class<T> type() {
    return type;
  }

  @Override
  public String toString() {
    return name;
  }
}
