package dev.headgate.plugins.authkeys.lookup;

import dev.headgate.plugins.authkeys.entity.KeyReader;
import dev.headgate.plugins.authkeys.entity.VirtualKey;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds a virtual key by its hash: in memory; else, when the store has it, by one look-up that all
 * who ask at the same time share. A hash that the store has not is told by its fingerprint, so a
 * flood of made-up keys costs neither look-ups nor memory.
 */
public final class KeyDirectory {
  private static final int ATTEMPTS = 3;

  private final KeyReader reader;
  private final Freshness freshness;
  private final StoredIds stored;
  private final BoundedMap<KeyHash, VirtualKey> cache;
  private final SingleFlight<KeyHash, Optional<VirtualKey>> flights;
  private final Allowance allowance;
  private final LatelyUnknown latelyUnknown = new LatelyUnknown();

  /** Whether a key may be in memory under the hash that it had before it was replaced. */
  private volatile boolean rotated;

  /**
   * @param reader reads keys
   * @param freshness tells of changes
   * @param stored which keys there are
   * @param cached how many keys stay in memory
   * @param flights does look-ups
   * @param unknownPerSecond how many hashes a second that are not known to be stored are looked up
   *     all the same, since another instance may have made one just now
   * @param nanoTime the clock
   */
  public KeyDirectory(
      KeyReader reader,
      Freshness freshness,
      StoredIds stored,
      int cached,
      SingleFlight<KeyHash, Optional<VirtualKey>> flights,
      int unknownPerSecond,
      LongSupplier nanoTime) {
    this.reader = reader;
    this.freshness = freshness;
    this.stored = stored;
    this.cache = new BoundedMap<>(cached);
    this.flights = flights;
    this.allowance = new Allowance(unknownPerSecond, nanoTime);
  }

  /**
   * The key with this hash.
   *
   * @return null when there is none
   * @throws dev.headgate.spi.state.StoreException if that cannot be told now
   */
  public @Nullable VirtualKey find(KeyHash hash) {
    VirtualKey known = cache.get(hash);
    if (known != null) {
      return known;
    }
    long fingerprint = hash.fingerprint();
    if (stored.isComplete()) {
      boolean has = stored.has(fingerprint);
      boolean lately = latelyUnknown.contains(fingerprint);
      if ((!has && lately) || ((!has || lately) && !allowance.take())) {
        return null;
      }
    }
    return flights.get(hash, () -> load(hash)).orElse(null);
  }

  /** Reads a key; again, when something that it was read from changed meanwhile. */
  private Optional<VirtualKey> load(KeyHash hash) {
    Optional<VirtualKey> key = Optional.empty();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Freshness.Watch watch = freshness.watch();
      key = reader.read(hash.hex(), watch);
      if (key.isEmpty()) {
        latelyUnknown.add(hash.fingerprint());
        if (watch.fresh()) {
          return key;
        }
      } else {
        latelyUnknown.remove(hash.fingerprint());
        if (!key.get().keyId().equals(hash.hex())) {
          rotated = true;
        }
        cache.put(hash, key.get());
        if (watch.fresh()) {
          return key;
        }
        cache.remove(hash);
      }
    }
    return key;
  }

  /** Forgets what was read from a record; its source was bumped before. */
  public void forget(String source) {
    cache.removeIf(key -> key.isFrom(source));
  }

  /**
   * Forgets one key; its source was bumped before.
   *
   * @param hash its hash
   * @param source names its record
   */
  public void forget(KeyHash hash, String source) {
    cache.remove(hash);
    latelyUnknown.remove(hash.fingerprint());
    if (rotated) {
      forget(source);
    }
  }

  /** Forgets everything. */
  public void forgetAll() {
    cache.removeIf(key -> true);
  }

  /** How many keys are in memory. */
  public int size() {
    return cache.size();
  }
}
