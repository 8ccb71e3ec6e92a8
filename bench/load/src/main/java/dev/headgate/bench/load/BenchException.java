package dev.headgate.bench.load;

/** A benchmark cannot run; the message says why and what to do. */
public final class BenchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  public BenchException(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  /** The message. */
  public String reason() {
    return reason;
  }
}
