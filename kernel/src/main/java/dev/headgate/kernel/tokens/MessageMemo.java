package dev.headgate.kernel.tokens;

import dev.headgate.kernel.json.Words;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the counts of long texts, so that the second and later turns of a chat, which send its
 * whole history again, count little but what is new.
 *
 * <p>A text is known by two keyed 64-bit hashes over the caller, the counter and its bytes: one
 * caller cannot find out by the time it takes what another one sent, and nobody outside this
 * process can make two texts meet. An entry is three words, of which the first two are the hashes
 * combined with the third; a reader that meets a half-written entry finds that they do not agree
 * and takes it for absent. So there are no locks, and what is read is always what was written
 * together.
 */
final class MessageMemo {
  /** Shorter texts are counted faster than they are looked up. */
  static final int SHORTEST = 1024;

  /** No count is known. */
  static final long UNKNOWN = -1;

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int WAYS = 4;
  private static final int ENTRY = 3;
  private static final int LENGTH_BITS = 32;
  private static final long LOW = (1L << LENGTH_BITS) - 1;

  private final int sets;
  private final long[] keys = new long[8];
  private volatile long @Nullable [] table;

  /**
   * @param entries how many counts are kept, at most
   */
  MessageMemo(int entries) {
    sets = Integer.highestOneBit(Math.max(1, entries / WAYS));
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < keys.length; i++) {
      // An odd key keeps a product from losing a word that meets it.
      keys[i] = random.nextLong() | 1;
    }
  }

  /** The name of a text: two hashes. To be used again and again by one thread at a time. */
  final class Name {
    private long first;
    private long second;
    private int length;

    /**
     * Names a text.
     *
     * @param scope of the caller and the counter
     */
    void of(long scope, byte[] b, int from, int to) {
      length = to - from;
      long one = keys[0] ^ scope;
      long two = keys[1] + scope;
      int p = from;
      // Two more chains run beside these over a long text, since each waits for its own products.
      long three = keys[6];
      long four = keys[7];
      while (p <= to - 4 * Long.BYTES) {
        long a = Words.at(b, p);
        long c = Words.at(b, p + Long.BYTES);
        long d = Words.at(b, p + 2 * Long.BYTES);
        long e = Words.at(b, p + 3 * Long.BYTES);
        one = fold(one ^ a ^ keys[2], c ^ keys[3]);
        two = fold(two ^ c ^ keys[4], a ^ keys[5]);
        three = fold(three ^ d ^ keys[4], e ^ keys[2]);
        four = fold(four ^ e ^ keys[5], d ^ keys[3]);
        p += 4 * Long.BYTES;
      }
      one = fold(one ^ keys[5], three ^ keys[4]);
      two = fold(two ^ keys[3], four ^ keys[2]);
      while (p <= to - 2 * Long.BYTES) {
        long a = Words.at(b, p);
        long c = Words.at(b, p + Long.BYTES);
        one = fold(one ^ a ^ keys[2], c ^ keys[3]);
        two = fold(two ^ c ^ keys[4], a ^ keys[5]);
        p += 2 * Long.BYTES;
      }
      long a = 0;
      long c = 0;
      for (int i = 0; p < to; i++, p++) {
        if (i < Long.BYTES) {
          a = a << Byte.SIZE | (b[p] & 0xff);
        } else {
          c = c << Byte.SIZE | (b[p] & 0xff);
        }
      }
      one = fold(one ^ a ^ keys[2], c ^ keys[3] ^ length);
      two = fold(two ^ c ^ keys[4], a ^ keys[5] ^ length);
      first = fold(one, keys[6]);
      second = fold(two, keys[7]);
    }

    private static long fold(long a, long b) {
      return a * b ^ Math.unsignedMultiplyHigh(a, b);
    }
  }

  Name name() {
    return new Name();
  }

  /**
   * What sets the texts of a caller, counted by one counter, apart from all others.
   *
   * @param tenant the caller
   * @param counter the counter's fingerprint
   */
  long scope(String tenant, String counter) {
    long scope = keys[6];
    for (int i = 0; i < tenant.length(); i++) {
      scope = Name.fold(scope ^ tenant.charAt(i), keys[7]);
    }
    return Name.fold(scope ^ counter.hashCode(), keys[7]);
  }

  /** What a text was counted as; {@link #UNKNOWN} when it is not remembered. */
  long get(Name name) {
    long[] words = table;
    if (words == null) {
      return UNKNOWN;
    }
    int set = place(name);
    for (int i = set; i < set + WAYS * ENTRY; i += ENTRY) {
      long value = (long) WORDS.getOpaque(words, i + 2);
      if (((long) WORDS.getOpaque(words, i) ^ value) == name.first
          && ((long) WORDS.getOpaque(words, i + 1) ^ value) == name.second
          && (value & LOW) == name.length) {
        return value >>> LENGTH_BITS;
      }
    }
    return UNKNOWN;
  }

  /**
   * Remembers a count.
   *
   * @return whether another one was forgotten for it
   */
  boolean put(Name name, long count) {
    if (count < 0 || count > Integer.MAX_VALUE) {
      return false;
    }
    long[] words = words();
    int set = place(name);
    int target = set + (int) (name.second >>> 62) * ENTRY;
    boolean forgets = true;
    for (int i = set; i < set + WAYS * ENTRY; i += ENTRY) {
      if ((long) WORDS.getOpaque(words, i + 2) == 0) {
        target = i;
        forgets = false;
        break;
      }
    }
    long value = count << LENGTH_BITS | name.length;
    WORDS.setOpaque(words, target, name.first ^ value);
    WORDS.setOpaque(words, target + 1, name.second ^ value);
    WORDS.setOpaque(words, target + 2, value);
    return forgets;
  }

  /** The table is made when the first long text comes: a gateway that counts none has none. */
  private long[] words() {
    long[] words = table;
    if (words == null) {
      synchronized (this) {
        words = table;
        if (words == null) {
          words = new long[sets * WAYS * ENTRY];
          table = words;
        }
      }
    }
    return words;
  }

  private int place(Name name) {
    return (int) (name.first & (sets - 1)) * WAYS * ENTRY;
  }
}
