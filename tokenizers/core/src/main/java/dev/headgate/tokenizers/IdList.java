package dev.headgate.tokenizers;

import java.util.Arrays;

/** Ids as they come. */
final class IdList {
  private int[] ids = new int[64];
  private int size;

  void add(int id) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
    }
    ids[size++] = id;
  }

  int[] toArray() {
    return Arrays.copyOf(ids, size);
  }
}
