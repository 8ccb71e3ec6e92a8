package dev.headgate.kernel.config.tree;

/**
 * Something of the configuration that has no effect or not the expected one; the gateway starts all
 * the same, unless it was asked to be strict.
 *
 * @param origin where it stands
 * @param key the path of the key
 * @param text what is to be said, without the place
 */
public record ConfigWarning(Origin origin, String key, String text) {

  /** The whole line. */
  @Override
  public String toString() {
    return origin + ": " + key + ": " + text;
  }
}
