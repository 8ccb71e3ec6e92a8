package dev.headgate.bench.plugin;

/** A plugin does not let itself be measured; the message says why. */
final class UnmeasurableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnmeasurableException(String message) {
    super(message, null, false, false);
  }
}
