package dev.headgate.kernel.pipeline;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes ids of calls: UUIDs of version 7, so that they sort by time. The low half is a bijection of
 * a counter that starts at a random place, so two calls of one process never share an id, and two
 * of different processes do so with a chance of 2⁻⁷⁴ even within the same millisecond.
 */
final class CallIds {
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private final AtomicLong counter;
  private final long secret;

  CallIds() {
    SecureRandom random = new SecureRandom();
    counter = new AtomicLong(random.nextLong());
    secret = random.nextLong();
  }

  /** The 36 characters of a fresh id. */
  byte[] next(long epochMillis) {
    long count = counter.getAndIncrement();
    long mixed = mix(count ^ secret);
    long high = (epochMillis << 16) | 0x7000L | (((mixed >>> 52) ^ (secret >>> 40)) & 0xfff);
    long low = Long.MIN_VALUE | (mix(count) >>> 2);
    byte[] text = new byte[36];
    put(text, 0, high >>> 32, 8);
    text[8] = '-';
    put(text, 9, high >>> 16, 4);
    text[13] = '-';
    put(text, 14, high, 4);
    text[18] = '-';
    put(text, 19, low >>> 48, 4);
    text[23] = '-';
    put(text, 24, low, 12);
    return text;
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private static void put(byte[] text, int at, long value, int digits) {
    for (int i = digits - 1; i >= 0; i--) {
      text[at + i] = HEX[(int) value & 15];
      value >>>= 4;
    }
  }
}
