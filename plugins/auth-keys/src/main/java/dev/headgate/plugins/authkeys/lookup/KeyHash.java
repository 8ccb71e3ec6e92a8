package dev.headgate.plugins.authkeys.lookup;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * The SHA-256 of a whole key, prefix included: what keys are known by everywhere.
 *
 * @param a the first eight bytes, which also serve as the key's fingerprint
 * @param b the next eight bytes
 * @param c the next eight bytes
 * @param d the last eight bytes
 */
public record KeyHash(long a, long b, long c, long d) {
  static final int BYTES = 32;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  static KeyHash of(byte[] digest) {
    return new KeyHash(
        (long) LONGS.get(digest, 0),
        (long) LONGS.get(digest, 8),
        (long) LONGS.get(digest, 16),
        (long) LONGS.get(digest, 24));
  }

  /** The hash of a key given as text. */
  public static KeyHash ofKey(String key) {
    return Hasher.hash(key.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /**
   * Reads a hash.
   *
   * @param hex 64 hexadecimal digits
   * @throws IllegalArgumentException if it is something else
   */
  public static KeyHash parse(String hex) {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException("a hash of a key has 64 hexadecimal digits");
    }
    return of(HexFormat.of().parseHex(hex));
  }

  /** Its fingerprint: 64 bits, so two of a million keys share one in three of ten million cases. */
  long fingerprint() {
    return a;
  }

  /** 64 lower-case hexadecimal digits. */
  public String hex() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(a) + hex.toHexDigits(b) + hex.toHexDigits(c) + hex.toHexDigits(d);
  }

  /** Compares in a time that does not depend on what is compared. */
  public boolean same(KeyHash other) {
    return ((a ^ other.a) | (b ^ other.b) | (c ^ other.c) | (d ^ other.d)) == 0;
  }

  @Override
  public int hashCode() {
    return (int) b;
  }

  @Override
  public String toString() {
    return "a hash of a key";
  }
}
