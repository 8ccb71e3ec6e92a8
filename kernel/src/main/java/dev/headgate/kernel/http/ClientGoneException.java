package dev.headgate.kernel.http;

import java.io.IOException;

/** The client's connection failed while an answer was written to it. Carries no stack trace. */
public final class ClientGoneException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause what the connection said
   */
  public ClientGoneException(Throwable cause) {
    super("the client has left", cause);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
