package dev.headgate.spi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A read-only range of bytes that the gateway holds: a header's value, a body, a frame. No copy is
 * made until somebody asks for one. Valid only during the call in which it was given, unless the
 * giver says otherwise; copy what must live longer.
 */
@Preview
public interface Bytes {

  /** The number of bytes. */
  int length();

  /**
   * One byte.
   *
   * @param index from 0 to length − 1
   */
  byte at(int index);

  /**
   * Copies a part.
   *
   * @param from first byte to copy
   * @param target where to
   * @param offset first place in the target
   * @param count how many
   */
  void copyTo(int from, byte[] target, int offset, int count);

  /** A view for digests and channels; read-only, of its own position. */
  ByteBuffer buffer();

  /** A view for native calls and tokenizers; read-only in intent, on the heap. */
  default MemorySegment segment() {
    return MemorySegment.ofBuffer(buffer());
  }

  /** A copy. */
  default byte[] toArray() {
    byte[] copy = new byte[length()];
    copyTo(0, copy, 0, copy.length);
    return copy;
  }

  /** The bytes read as UTF-8. */
  default String utf8() {
    return new String(toArray(), StandardCharsets.UTF_8);
  }

  /**
   * Compares with an ASCII text without making a string.
   *
   * @param ascii the text
   * @return whether the bytes are just these
   */
  default boolean contentEquals(String ascii) {
    if (ascii.length() != length()) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      if (at(i) != (byte) ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Wraps an array.
   *
   * @param array the bytes; not copied, so do not change it
   * @return a view that stays valid
   */
  static Bytes of(byte[] array) {
    return new ArrayBytes(array, 0, array.length);
  }

  /**
   * Wraps a part of an array.
   *
   * @param array the bytes; not copied
   * @param from first byte
   * @param to one after the last byte
   * @return a view
   */
  static Bytes of(byte[] array, int from, int to) {
    return new ArrayBytes(array, from, to);
  }
}
