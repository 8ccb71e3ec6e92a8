package dev.headgate.plugins.authmaster;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Denial;
import dev.headgate.spi.auth.AuthResult;
import java.nio.charset.StandardCharsets;

/** The answers to those who are not let in. */
final class Refusals {
  static final AuthResult NO_KEY =
      refusal("no API key was passed in; send one as Authorization: Bearer <key>");
  static final AuthResult MALFORMED =
      refusal("the API key is malformed: the Authorization header must be Bearer <key>");

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
  static AuthResult unknown(Bytes secret) {
    String masked = masked(secret);
    if (!startsAsKey(secret)) {
      return refusal(
          "a virtual key that starts with 'sk-' was expected, and " + masked + " came instead");
    }
    return new AuthResult.Denied(
        denial(
            "token_not_found_in_db", "key", "the key " + masked + " is not known to this gateway"));
  }

  private static boolean startsAsKey(Bytes secret) {
    String prefix = MasterKey.PREFIX;
    for (int i = 0; i < prefix.length(); i++) {
      if (i == secret.length() || secret.at(i) != prefix.charAt(i)) {
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
