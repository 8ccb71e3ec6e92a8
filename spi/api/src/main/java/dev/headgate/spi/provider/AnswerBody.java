package dev.headgate.spi.provider;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Preview;
import java.io.IOException;

/** The body of an answer, without transfer framing. Used by the exchange's thread. */
@Preview
public interface AnswerBody {

  /** The number of bytes, when known from the start; −1 otherwise. */
  long length();

  /**
   * Waits for the next bytes and takes what there is, at most {@code count}. Never waits for more
   * once there is something: each frame of a stream must be on its way at once.
   *
   * @param target where to
   * @param offset first place
   * @param count room, at least one
   * @return the number of bytes, at least one; −1 at a proper end
   * @throws UpstreamException if the answer breaks off, is malformed, or the call was cancelled
   * @throws IOException for other trouble with the connection; taken as a reset
   */
  int read(byte[] target, int offset, int count) throws IOException;

  /**
   * A body that is there already.
   *
   * @param bytes the body; not copied
   */
  static AnswerBody of(Bytes bytes) {
    return new BufferedBody(bytes);
  }
}
