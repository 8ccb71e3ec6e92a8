package dev.headgate.plugins.authmaster;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Denial;
import dev.headgate.spi.auth.AuthRequest;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.Credential;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Knows one key. The comparison takes the same time wherever the first difference is; refusals have
 * the texts, types and params that LiteLLM's clients know, without the hash that it prints.
 */
final class MasterKey implements Authenticator {
  private static final String PREFIX = "Authentication Error, ";
  private static final AuthResult NO_KEY =
      denied(Denial.of(401, "auth_error", PREFIX + "No api key passed in.").param("None"));
  private static final AuthResult MALFORMED =
      denied(
          Denial.of(
                  401,
                  "auth_error",
                  PREFIX
                      + "Malformed API Key passed in. Ensure Key has `Bearer ` prefix: Authorization:"
                      + " Bearer sk-...")
              .param("None"));

  private final byte[] key;
  private final AuthResult known;

  MasterKey(String key, String user) {
    this.key = key.getBytes(StandardCharsets.UTF_8);
    this.known = new AuthResult.Authenticated(new Administrator(hash(this.key), user));
  }

  private static String hash(byte[] key) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public String name() {
    return "master-key";
  }

  @Override
  public AuthResult authenticate(AuthRequest request) {
    Credential credential = request.credential();
    if (credential == null) {
      return NO_KEY;
    }
    Bytes shown = credential.secret();
    if (credential.scheme() == Credential.Scheme.MALFORMED) {
      return MALFORMED;
    }
    if (shown.length() == 0) {
      return NO_KEY;
    }
    return matches(shown) ? known : unknown(shown);
  }

  private boolean matches(Bytes shown) {
    int difference = shown.length() ^ key.length;
    for (int i = 0; i < shown.length(); i++) {
      difference |= shown.at(i) ^ key[i % key.length];
    }
    return difference == 0;
  }

  private static AuthResult unknown(Bytes shown) {
    boolean virtual =
        shown.length() >= 3 && shown.at(0) == 's' && shown.at(1) == 'k' && shown.at(2) == '-';
    if (!virtual) {
      return denied(
          Denial.of(
                  401,
                  "auth_error",
                  PREFIX
                      + "LiteLLM Virtual Key expected. Received="
                      + masked(shown)
                      + ", expected to start with 'sk-'.")
              .param("None"));
    }
    return denied(
        Denial.of(
                401,
                "token_not_found_in_db",
                PREFIX
                    + "Invalid proxy server token passed. Received API Key = "
                    + masked(shown)
                    + ". Nobody knows this key.")
            .param("key"));
  }

  /** The last four characters of a long key, nothing of a short one. */
  private static String masked(Bytes shown) {
    if (shown.length() < 12) {
      return "sk-...";
    }
    StringBuilder tail = new StringBuilder("sk-...");
    for (int i = shown.length() - 4; i < shown.length(); i++) {
      byte b = shown.at(i);
      tail.append(b > ' ' && b < 0x7f ? (char) b : '?');
    }
    return tail.toString();
  }

  private static AuthResult denied(Denial denial) {
    return new AuthResult.Denied(denial);
  }
}
