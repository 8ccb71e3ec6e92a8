package dev.headgate.kernel.http;

/**
 * A request that breaks HTTP or a limit on heads. It is answered with its status and the connection
 * is closed, since nothing after it can be trusted. Carries no stack trace.
 */
public final class BadRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * @param status what to answer with
   * @param message what is wrong
   */
  public BadRequestException(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  /** What to answer with. */
  public int status() {
    return status;
  }

  /** What is wrong. */
  public String text() {
    String message = getMessage();
    return message == null ? "bad request" : message;
  }
}
