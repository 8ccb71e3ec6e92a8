package dev.headgate.kernel.plugin;

/** Finds what is underneath. */
final class Causes {

  private Causes() {}

  /** The innermost exception in one line. */
  static String root(Throwable thrown) {
    Throwable inner = thrown;
    while (inner.getCause() != null) {
      inner = inner.getCause();
    }
    return inner.toString().lines().findFirst().orElse("");
  }
}
