package dev.headgate.kernel.tokens;

import java.util.Locale;

/** Why something was counted. */
public enum CountMode {
  /** A limit or a price could not be decided by the bounds. */
  BAND,
  /** The configuration wants every request counted. */
  ALWAYS,
  /** The provider did not say what a call used. */
  SETTLE,
  /** Somebody asked for the count alone. */
  ROUTE,
  /** A text of the same caller was counted before. */
  MEMO;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
