package dev.headgate.spi.state;

import dev.headgate.spi.Preview;

/** The store cannot be reached, is too slow, or refused an operation. */
@Preview
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one sentence for the operator; no secret
   */
  public StoreException(String message) {
    super(message);
  }

  /**
   * @param message one sentence for the operator; no secret
   * @param cause what was underneath
   */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
