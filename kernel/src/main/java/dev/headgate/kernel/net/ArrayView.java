package dev.headgate.kernel.net;

import java.nio.ByteBuffer;

/** A buffer around an array, kept for as long as the array stays the same. */
final class ArrayView {
  private ByteBuffer view = ByteBuffer.allocate(0);
  private byte[] array = new byte[0];

  @SuppressWarnings("ReferenceEquality") // the same array, not an equal one
  ByteBuffer of(byte[] wanted, int offset, int count) {
    if (array != wanted) {
      array = wanted;
      view = ByteBuffer.wrap(wanted);
    }
    return view.limit(offset + count).position(offset);
  }
}
