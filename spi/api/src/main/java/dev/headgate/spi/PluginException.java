package dev.headgate.spi;

/**
 * A plugin cannot be loaded or cannot start. The message is one sentence for the operator: what is
 * wrong and what to do; it carries no secret.
 */
@Preview
public class PluginException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one sentence for the operator
   */
  public PluginException(String message) {
    super(message);
  }

  /**
   * @param message one sentence for the operator
   * @param cause what was underneath
   */
  public PluginException(String message, Throwable cause) {
    super(message, cause);
  }
}
