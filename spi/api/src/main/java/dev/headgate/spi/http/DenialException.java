package dev.headgate.spi.http;

import dev.headgate.spi.Denial;
import dev.headgate.spi.Preview;

/** Ends the work on a request with an error for the client. Carries no stack trace. */
@Preview
public final class DenialException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Denial denial;

  /**
   * @param denial what the client gets
   */
  public DenialException(Denial denial) {
    super(denial.toString(), null, false, false);
    this.denial = denial;
  }

  /** What the client gets. */
  public Denial denial() {
    return denial;
  }
}
