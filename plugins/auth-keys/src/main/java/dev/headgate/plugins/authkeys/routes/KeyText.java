package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.lookup.KeyHash;
import java.security.SecureRandom;
import java.util.Base64;

/** Keys as texts: making them, checking them, naming them without showing them. */
final class KeyText {
  private static final String PREFIX = "sk-";
  private static final int SHOWN = 4;
  private static final int LONG_ENOUGH_TO_SHOW = 12;
  private static final SecureRandom RANDOM = new SecureRandom();

  private KeyText() {}

  /**
   * A new key.
   *
   * @param bytes how many random bytes it holds
   */
  static String random(int bytes) {
    byte[] secret = new byte[bytes];
    RANDOM.nextBytes(secret);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
  }

  /** A key that the caller chose, without white space around it. */
  static String chosen(String text) {
    String key = text.strip();
    if (!key.startsWith(PREFIX) || key.length() == PREFIX.length()) {
      throw Problems.field("key", "must begin with " + PREFIX + " and go on after it");
    }
    if (key.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
      throw Problems.field("key", "must be printable ASCII without white space");
    }
    return key;
  }

  /** What names a key to people. */
  static String name(String key) {
    return key.length() < LONG_ENOUGH_TO_SHOW
        ? PREFIX + "..."
        : PREFIX + "..." + key.substring(key.length() - SHOWN);
  }

  /**
   * The hash of a key that a request names.
   *
   * @param text the key itself, or its hash
   * @param field where it stands in the request
   */
  static String hash(String text, String field) {
    String given = text.strip();
    if (given.startsWith(PREFIX)) {
      return KeyHash.ofKey(given).hex();
    }
    try {
      return KeyHash.parse(given).hex();
    } catch (IllegalArgumentException e) {
      throw Problems.notFound(field, "key " + shown(given));
    }
  }

  /** Names what a request named, without showing a key. */
  static String shown(String text) {
    return text.startsWith(PREFIX) ? name(text) : text;
  }
}
