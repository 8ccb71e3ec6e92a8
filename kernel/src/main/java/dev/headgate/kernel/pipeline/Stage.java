package dev.headgate.kernel.pipeline;

import java.util.Locale;

/** What an exchange goes through, under the names that a {@code server-timing} header shows. */
enum Stage {
  INGRESS,
  AUTHENTICATE,
  GATEKEEP,
  RECEIVE,
  RESOLVE,
  ADMIT,
  GUARD,
  RECALL,
  ATTEMPT,
  RELAY,
  SETTLE,
  ROUTE;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The name in the header. */
  String label() {
    return label;
  }
}
