package dev.headgate.kernel.envelope;

import dev.headgate.spi.provider.OutgoingBody.PieceSink;
import java.io.IOException;
import java.util.Arrays;

/** The pieces of a body in order: parts of the original, and what comes between. */
final class Pieces {
  private static final int USUAL = 8;

  private static final byte[] NOTHING = {};

  private byte[] original = NOTHING;
  private int at;
  private int count;
  private byte[][] arrays = new byte[USUAL][];
  private int[] offsets = new int[USUAL];
  private int[] lengths = new int[USUAL];
  private long total;

  /** Lets go of all bytes. */
  void clear() {
    if (SplicedBody.tooManyToKeep(arrays.length)) {
      arrays = new byte[USUAL][];
      offsets = new int[USUAL];
      lengths = new int[USUAL];
    } else {
      Arrays.fill(arrays, 0, count, null);
    }
    original = NOTHING;
    at = 0;
    count = 0;
    total = 0;
  }

  /** Begins with an original at a place. */
  void begin(byte[] array, int from) {
    clear();
    original = array;
    at = from;
  }

  /** Takes the original up to a place. */
  void original(int end) {
    add(original, at, end - at);
    at = end;
  }

  /** Leaves out the original up to a place. */
  void skip(int end) {
    at = end;
  }

  /** Takes other bytes. */
  void insert(byte[] bytes) {
    add(bytes, 0, bytes.length);
  }

  private void add(byte[] array, int offset, int length) {
    if (length == 0) {
      return;
    }
    if (count == arrays.length) {
      arrays = Arrays.copyOf(arrays, count * 2);
      offsets = Arrays.copyOf(offsets, count * 2);
      lengths = Arrays.copyOf(lengths, count * 2);
    }
    arrays[count] = array;
    offsets[count] = offset;
    lengths[count] = length;
    count++;
    total += length;
  }

  long length() {
    return total;
  }

  byte[] toArray() {
    byte[] whole = new byte[Math.toIntExact(total)];
    int p = 0;
    for (int i = 0; i < count; i++) {
      System.arraycopy(arrays[i], offsets[i], whole, p, lengths[i]);
      p += lengths[i];
    }
    return whole;
  }

  void forEach(PieceSink sink) throws IOException {
    for (int i = 0; i < count; i++) {
      sink.piece(arrays[i], offsets[i], lengths[i]);
    }
  }
}
