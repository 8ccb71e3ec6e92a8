package dev.headgate.spi;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** A secret text that does not print itself. */
@Preview
public final class Secret {
  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  /**
   * Wraps a secret.
   *
   * @param value the secret, as it shall be used
   * @return the secret
   */
  public static Secret of(String value) {
    return new Secret(Objects.requireNonNull(value, "value"));
  }

  /** The secret itself; keep it out of logs, errors and headers to anyone but its owner. */
  public String reveal() {
    return value;
  }

  /** What may be shown: the last four characters of a long secret, else nothing of it. */
  public String masked() {
    return value.length() < 12 ? "****" : "****" + value.substring(value.length() - 4);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Secret that
        && java.security.MessageDigest.isEqual(
            value.getBytes(StandardCharsets.UTF_8), that.value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return masked();
  }
}
