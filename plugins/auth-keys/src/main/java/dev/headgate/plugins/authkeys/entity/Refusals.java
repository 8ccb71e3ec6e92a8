package dev.headgate.plugins.authkeys.entity;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Denial;
import dev.headgate.spi.auth.AuthResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/** The answers to those who are not let in. */
public final class Refusals {
  /** What keys begin with. */
  public static final String PREFIX = "sk-";

  /** No key at all. */
  public static final AuthResult NO_KEY =
      refusal("no API key was passed in; send one as Authorization: Bearer <key>");

  /** An {@code Authorization} header without a known scheme. */
  public static final AuthResult MALFORMED =
      refusal("the API key is malformed: the Authorization header must be Bearer <key>");

  /** The store that knows the key cannot be asked. */
  public static final AuthResult UNAVAILABLE =
      new AuthResult.Denied(
          Denial.of(
                  503,
                  "no_db_connection",
                  "The store of keys cannot be reached, and this key is not in memory; try again.")
              .retryAfter(Duration.ofSeconds(1)));

  private static final int SHOWN = 4;
  private static final int LONG_ENOUGH_TO_SHOW = 12;

  private Refusals() {}

  private static AuthResult refusal(String reason) {
    return new AuthResult.Denied(denial("auth_error", "None", reason));
  }

  private static Denial denial(String type, String param, String reason) {
    return Denial.of(401, type, "Authentication Error, " + reason).param(param);
  }

  /** For a key that is well formed, or not even that. */
  public static AuthResult unknown(Bytes secret) {
    String masked = masked(secret);
    if (!startsAsKey(secret)) {
      return refusal(
          "a virtual key that starts with 'sk-' was expected, and " + masked + " came instead");
    }
    return new AuthResult.Denied(
        denial(
            "token_not_found_in_db", "key", "the key " + masked + " is not known to this gateway"));
  }

  /** For something that was blocked. */
  static AuthResult blocked(String what, String route) {
    return refusal(what + " is blocked; an administrator can unblock it with POST " + route);
  }

  /** For a key of something that is gone. */
  static AuthResult gone(String what) {
    return refusal(what + " that this key belongs to does not exist any more");
  }

  /** For a key whose time is over. */
  static AuthResult expired(String keyName, Instant expired, Instant now) {
    String end = keyName.substring(Math.max(0, keyName.length() - SHOWN));
    return new AuthResult.Denied(
        denial(
            "expired_key",
            end,
            "the key " + keyName + " expired at " + expired + "; it is now " + now));
  }

  /** Whether a secret begins as keys do. */
  public static boolean startsAsKey(Bytes secret) {
    for (int i = 0; i < PREFIX.length(); i++) {
      if (i == secret.length() || secret.at(i) != PREFIX.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The last characters of a long key, else nothing of it; what is not ASCII as a dot. */
  private static String masked(Bytes secret) {
    if (secret.length() < LONG_ENOUGH_TO_SHOW) {
      return "****";
    }
    byte[] end = new byte[SHOWN];
    secret.copyTo(secret.length() - SHOWN, end, 0, SHOWN);
    for (int i = 0; i < SHOWN; i++) {
      if (end[i] <= ' ' || end[i] >= 0x7f) {
        end[i] = '.';
      }
    }
    return "****" + new String(end, StandardCharsets.US_ASCII);
  }
}
