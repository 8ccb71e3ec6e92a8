package dev.headgate.bench.load.drive;

import java.nio.ByteBuffer;

/**
 * One request, ready to be written, and what makes its answer right.
 *
 * @param request head and body; a duplicate is written
 * @param expectation what makes the answer right
 */
public record Shot(ByteBuffer request, Expectation expectation) {

  /** From bytes, kept outside the heap, so that writing does not copy them. */
  public static Shot of(byte[] request, Expectation expectation) {
    ByteBuffer direct = ByteBuffer.allocateDirect(request.length);
    direct.put(request).flip();
    return new Shot(direct.asReadOnlyBuffer(), expectation);
  }
}
