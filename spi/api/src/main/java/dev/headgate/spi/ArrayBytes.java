package dev.headgate.spi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** A range of an array. */
final class ArrayBytes implements Bytes {
  private final byte[] array;
  private final int from;
  private final int length;

  ArrayBytes(byte[] array, int from, int to) {
    Objects.checkFromToIndex(from, to, array.length);
    this.array = array;
    this.from = from;
    this.length = to - from;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public byte at(int index) {
    return array[from + Objects.checkIndex(index, length)];
  }

  @Override
  public void copyTo(int start, byte[] target, int offset, int count) {
    Objects.checkFromIndexSize(start, count, length);
    System.arraycopy(array, from + start, target, offset, count);
  }

  @Override
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(array, from, length).slice().asReadOnlyBuffer();
  }

  @Override
  public java.lang.foreign.MemorySegment segment() {
    return java.lang.foreign.MemorySegment.ofArray(array).asSlice(from, length).asReadOnly();
  }

  @Override
  public String utf8() {
    return new String(array, from, length, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return length + " bytes";
  }
}
