package dev.headgate.plugins.authkeys.lookup;

import dev.headgate.spi.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Hashes keys with digests that are used again: making one costs more than hashing a key. A few lie
 * in slots that threads take from and give back to; whoever finds a slot empty makes another one.
 */
public final class Hasher {
  private static final int SLOTS = 64;
  private static final int USUAL_KEY = 128;
  private static final AtomicReferenceArray<@Nullable Worker> FREE =
      new AtomicReferenceArray<>(SLOTS);

  private Hasher() {}

  private static final class Worker {
    private final MessageDigest digest = sha256();
    private final byte[] in = new byte[USUAL_KEY];
    private final byte[] out = new byte[KeyHash.BYTES];

    KeyHash hash(Bytes key) {
      int length = key.length();
      if (length <= in.length) {
        key.copyTo(0, in, 0, length);
        digest.update(in, 0, length);
      } else {
        digest.update(key.toArray());
      }
      return finish();
    }

    private KeyHash finish() {
      try {
        digest.digest(out, 0, out.length);
      } catch (java.security.DigestException e) {
        throw new IllegalStateException("32 bytes hold a SHA-256", e);
      }
      return KeyHash.of(out);
    }
  }

  /** The hash of a key. */
  public static KeyHash hash(Bytes key) {
    int slot = (int) Thread.currentThread().threadId() & (SLOTS - 1);
    Worker worker = FREE.getAndSet(slot, null);
    if (worker == null) {
      worker = new Worker();
    }
    KeyHash hash = worker.hash(key);
    FREE.lazySet(slot, worker);
    return hash;
  }

  static KeyHash hash(byte[] key) {
    return hash(Bytes.of(key));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
