package dev.headgate.tokenizers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Makes the planes of a block without vectors: a table gives the four bits of a byte's code in
 * fields of 16 bits, so that 16 bytes, each shifted by its place, add up to one long.
 */
final class PlaneTable {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long[] FIELDS = fields();

  private PlaneTable() {}

  /** Sixteen bytes as four fields of sixteen bits, one for each plane. */
  static long sixteen(byte[] text, int at) {
    return eight((long) LONG.get(text, at)) | eight((long) LONG.get(text, at + 8)) << 8;
  }

  private static long eight(long bytes) {
    return FIELDS[(int) bytes & 0xff]
        | FIELDS[(int) (bytes >>> 8) & 0xff] << 1
        | FIELDS[(int) (bytes >>> 16) & 0xff] << 2
        | FIELDS[(int) (bytes >>> 24) & 0xff] << 3
        | FIELDS[(int) (bytes >>> 32) & 0xff] << 4
        | FIELDS[(int) (bytes >>> 40) & 0xff] << 5
        | FIELDS[(int) (bytes >>> 48) & 0xff] << 6
        | FIELDS[(int) (bytes >>> 56)] << 7;
  }

  /** One plane of a block of 64 bytes from the four longs of its quarters. */
  static long plane(int number, long first, long second, long third, long fourth) {
    int shift = number << 4;
    return (first >>> shift & 0xffff)
        | (second >>> shift & 0xffff) << 16
        | (third >>> shift & 0xffff) << 32
        | fourth >>> shift << 48;
  }

  private static long[] fields() {
    long[] fields = new long[256];
    for (int value = 0; value < fields.length; value++) {
      int code = BlockAlgebra.code(value);
      for (int plane = 0; plane < 4; plane++) {
        fields[value] |= (long) (code >> plane & 1) << (plane << 4);
      }
    }
    return fields;
  }
}
