package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A request body on its way out: pieces of the client's own bytes and what was put between. */
@Preview
public interface OutgoingBody {

  /** The number of bytes. */
  long length();

  /**
   * Hands the pieces over in order, without copying them.
   *
   * @param sink takes each piece; must not keep it
   * @throws IOException what the sink throws
   */
  void forEachPiece(PieceSink sink) throws IOException;

  /** Takes the pieces of a body. */
  @FunctionalInterface
  interface PieceSink {

    /**
     * Takes a piece.
     *
     * @param array holds the bytes
     * @param offset of the first
     * @param length how many, at least one
     * @throws IOException if it cannot be written
     */
    void piece(byte[] array, int offset, int length) throws IOException;
  }

  /**
   * A body from one array.
   *
   * @param bytes the body; not copied
   */
  static OutgoingBody of(byte[] bytes) {
    return new OutgoingBody() {
      @Override
      public long length() {
        return bytes.length;
      }

      @Override
      public void forEachPiece(PieceSink sink) throws IOException {
        if (bytes.length > 0) {
          sink.piece(bytes, 0, bytes.length);
        }
      }
    };
  }

  /** The whole body in one buffer, a copy. */
  default ByteBuffer copy() throws IOException {
    ByteBuffer whole = ByteBuffer.allocate(Math.toIntExact(length()));
    forEachPiece(whole::put);
    return whole.flip();
  }
}
