package dev.headgate.kernel.tokens;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Starts of images. */
final class Images {
  private Images() {}

  static byte[] png(int width, int height) {
    return ByteBuffer.allocate(64)
        .put(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10})
        .putInt(13)
        .put("IHDR".getBytes(StandardCharsets.US_ASCII))
        .putInt(width)
        .putInt(height)
        .array();
  }

  static byte[] jpeg(int width, int height) {
    ByteBuffer image = ByteBuffer.allocate(512);
    image.put(new byte[] {(byte) 0xff, (byte) 0xd8});
    image.put(new byte[] {(byte) 0xff, (byte) 0xe1}).putShort((short) 300).position(304);
    image.put(new byte[] {(byte) 0xff, (byte) 0xc0}).putShort((short) 17).put((byte) 8);
    image.putShort((short) height).putShort((short) width);
    return image.array();
  }
}
