package dev.headgate.kernel.transport;

/** Skips the header of a gzip member, byte by byte. */
final class GzipHeader {
  private static final int FIXED = 10;
  private static final int CHECKSUM = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;
  private static final int MAX = 64 * 1024;

  private int count;
  private int flags;

  /** Bytes of the part under way that are still to be skipped. */
  private int skip;

  private int extraLength;
  private int extraLengthBytes;
  private boolean complete;

  void reset() {
    count = 0;
    flags = 0;
    skip = 0;
    extraLength = 0;
    extraLengthBytes = 0;
    complete = false;
  }

  boolean complete() {
    return complete;
  }

  /**
   * Takes the next byte.
   *
   * @return false when it cannot be a gzip header
   */
  boolean take(byte b) {
    if (++count > MAX) {
      return false;
    }
    if (count <= FIXED) {
      return fixed(b & 0xff) && settle();
    }
    if (skip > 0) {
      skip--;
    } else if ((flags & EXTRA) != 0) {
      extra(b & 0xff);
    } else if (b == 0) {
      flags &= (flags & NAME) != 0 ? ~NAME : ~COMMENT;
    }
    return settle();
  }

  private boolean fixed(int b) {
    if (count == 4) {
      flags = b;
    }
    return switch (count) {
      case 1 -> b == 0x1f;
      case 2 -> b == 0x8b;
      case 3 -> b == 8;
      case 4 -> (b & RESERVED) == 0;
      default -> true;
    };
  }

  private void extra(int b) {
    extraLength |= b << (8 * extraLengthBytes);
    if (++extraLengthBytes == 2) {
      flags &= ~EXTRA;
      skip = extraLength;
    }
  }

  /** Sees whether another part follows. */
  private boolean settle() {
    if (count >= FIXED && skip == 0 && (flags & (EXTRA | NAME | COMMENT)) == 0) {
      if ((flags & CHECKSUM) != 0) {
        flags &= ~CHECKSUM;
        skip = 2;
      } else {
        complete = true;
      }
    }
    return true;
  }
}
