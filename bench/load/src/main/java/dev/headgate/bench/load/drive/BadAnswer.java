package dev.headgate.bench.load.drive;

/** What arrived is no answer that HTTP/1.1 knows. */
final class BadAnswer extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  BadAnswer(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
