package dev.headgate.tokenizers;

/** Writes the bits of a block as offsets. */
public final class Ends {
  private Ends() {}

  /**
   * Writes the offset of each bit.
   *
   * @param bits the ends in a block; not 0
   * @param at where the block starts
   * @param ends takes the offsets
   * @param count how many ends there are already
   * @return how many there are then
   */
  public static int write(long bits, int at, int[] ends, int count) {
    int next = count;
    long left = bits;
    // Writing a few too many costs less than a branch that is mispredicted once a block.
    do {
      ends[next] = at + Long.numberOfTrailingZeros(left);
      left &= left - 1;
      ends[next + 1] = at + Long.numberOfTrailingZeros(left);
      left &= left - 1;
      ends[next + 2] = at + Long.numberOfTrailingZeros(left);
      left &= left - 1;
      ends[next + 3] = at + Long.numberOfTrailingZeros(left);
      left &= left - 1;
      next += 4;
    } while (left != 0);
    return count + Long.bitCount(bits);
  }
}
