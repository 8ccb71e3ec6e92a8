package dev.headgate.bench.upstream.wire;

/** A request that is not one correct HTTP/1.1 message; the message says what is wrong with it. */
public final class BadRequest extends Exception {

  private static final long serialVersionUID = 1L;

  private final String fault;

  public BadRequest(String fault) {
    super(fault);
    this.fault = fault;
  }

  /** What is wrong with the request. */
  public String fault() {
    return fault;
  }
}
