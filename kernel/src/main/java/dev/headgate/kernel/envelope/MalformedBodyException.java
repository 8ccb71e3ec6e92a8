package dev.headgate.kernel.envelope;

/**
 * A request body that is not one well-formed JSON object. The client gets its message with status
 * 400 and {@code param: request_body}. Carries no stack trace.
 */
public final class MalformedBodyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int offset;
  private final String text;

  MalformedBodyException(String problem, int offset) {
    super(null, null, false, false);
    this.text = problem + " at byte " + offset;
    this.offset = offset;
  }

  /** What is wrong and where, for the client. */
  public String text() {
    return text;
  }

  @Override
  public String getMessage() {
    return text;
  }

  /** The place in the body, in bytes from its start. */
  public int offset() {
    return offset;
  }
}
