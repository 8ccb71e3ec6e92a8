package dev.headgate.plugins.authkeys.lookup;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A map of bounded size for many threads. Reading is one look-up and, now and then, one write of a
 * flag; when it is full, the next to go is one that was not read since the hand last passed it (the
 * clock algorithm).
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class BoundedMap<K, V> {

  private static final class Node<K, V> {
    private final K key;
    private final V value;
    private final int place;
    private volatile boolean used;

    Node(K key, V value, int place) {
      this.key = key;
      this.value = value;
      this.place = place;
    }
  }

  private final ConcurrentHashMap<K, Node<K, V>> map = new ConcurrentHashMap<>();
  private final @Nullable Node<K, V>[] ring;
  private int hand;

  /**
   * @param capacity how many at most
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
  public BoundedMap(int capacity) {
    ring = (Node<K, V>[]) new Node[capacity];
  }

  /** The value; null when there is none. */
  public @Nullable V get(K key) {
    Node<K, V> node = map.get(key);
    if (node == null) {
      return null;
    }
    if (!node.used) {
      node.used = true;
    }
    return node.value;
  }

  /** Puts a value in, in the place of an older one. */
  public synchronized void put(K key, V value) {
    drop(map.get(key));
    Node<K, V> node = new Node<>(key, value, freePlace());
    ring[node.place] = node;
    map.put(key, node);
  }

  private int freePlace() {
    while (true) {
      int place = hand;
      hand = hand + 1 == ring.length ? 0 : hand + 1;
      Node<K, V> node = ring[place];
      if (node == null) {
        return place;
      }
      if (!node.used) {
        drop(node);
        return place;
      }
      node.used = false;
    }
  }

  private void drop(@Nullable Node<K, V> node) {
    if (node != null && ring[node.place] == node) {
      ring[node.place] = null;
      map.remove(node.key, node);
    }
  }

  /** Takes a value out. */
  public synchronized void remove(K key) {
    drop(map.get(key));
  }

  /** Takes out what fits. */
  public void removeIf(Predicate<? super V> condition) {
    for (Node<K, V> node : map.values()) {
      if (condition.test(node.value)) {
        synchronized (this) {
          drop(node);
        }
      }
    }
  }

  /** How many there are. */
  public int size() {
    return map.size();
  }
}
