package dev.headgate.spi;

/**
 * A setting is wrong. Made by {@link Settings#refuse}, which knows the file and the line; the
 * message names file, line, key, what was found, and what is allowed. It never holds a secret.
 */
@Preview
public class SettingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the whole sentence, with file, line and key
   */
  public SettingException(String message) {
    super(message);
  }
}
