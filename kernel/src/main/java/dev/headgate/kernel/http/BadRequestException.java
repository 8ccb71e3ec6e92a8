package dev.headgate.kernel.http;

/**
 * A request that breaks HTTP or a limit on heads. It is answered with its status and the connection
 * is closed, since nothing after it can be trusted. Carries no stack trace.
 */
final class BadRequestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  BadRequestException(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }

  String text() {
    String message = getMessage();
    return message == null ? "bad request" : message;
  }
}
