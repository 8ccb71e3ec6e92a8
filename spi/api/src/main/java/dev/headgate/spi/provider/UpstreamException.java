package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;
import java.io.IOException;

/** A call got no answer, or its answer broke off. Carries no stack trace. */
@Preview
public final class UpstreamException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** No connection: refused, unreachable, unknown host, TLS not agreed. */
    CONNECT,
    /** The connection broke before the first byte of the answer. */
    RESET,
    /** The answer broke off after its first byte. */
    TRUNCATED,
    /** The answer is not what HTTP or the dialect allow. */
    MALFORMED,
    /** The answer is larger than the limit allows. */
    TOO_LARGE,
    /** A deadline passed. */
    TIMEOUT,
    /** All connections that the limit allows are in use, and none came free in time. */
    BUSY,
    /** The client left. */
    CANCELLED
  }

  private final Kind kind;

  /**
   * @param kind what went wrong
   * @param message for the operator; no secret
   */
  public UpstreamException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /**
   * @param kind what went wrong
   * @param message for the operator; no secret
   * @param cause what was underneath
   */
  public UpstreamException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
