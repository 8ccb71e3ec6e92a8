package dev.headgate.tokenizers;

import java.security.SecureRandom;

/**
 * The multipliers of the hash tables, drawn once a process: whoever chooses a text must not be able
 * to choose texts that collide.
 */
final class Seeds {
  static final long LOW;
  static final long HIGH;
  static final long PAIR;

  static {
    SecureRandom random = new SecureRandom();
    LOW = random.nextLong() | 1;
    HIGH = random.nextLong() | 1;
    PAIR = random.nextLong() | 1;
  }

  private Seeds() {}
}
