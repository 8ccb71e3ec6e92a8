package dev.headgate.spi.admission;

import dev.headgate.spi.Preview;

/** How far a token count can be trusted. */
@Preview
public enum Exactness {
  /** The provider counts this text the same. */
  EXACT_TEXT,
  /** The provider counts this request the same, its own additions included. */
  EXACT_REQUEST,
  /** An estimate. */
  ESTIMATE
}
