package dev.headgate.spi.provider;

import dev.headgate.spi.Bytes;

/** A body that is there already. */
final class BufferedBody implements AnswerBody {
  private final Bytes bytes;
  private int position;

  BufferedBody(Bytes bytes) {
    this.bytes = bytes;
  }

  @Override
  public long length() {
    return bytes.length();
  }

  @Override
  public int read(byte[] target, int offset, int count) {
    int left = bytes.length() - position;
    if (left == 0) {
      return -1;
    }
    int taken = Math.min(left, count);
    bytes.copyTo(position, target, offset, taken);
    position += taken;
    return taken;
  }
}
