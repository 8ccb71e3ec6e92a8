package dev.headgate.kernel.tokens;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Width and height of an image, read from the start of its bytes.
 *
 * @param width in pixels
 * @param height in pixels
 */
record ImageSize(int width, int height) {
  /** Photographs carry a preview and notes of the camera in front of their size. */
  private static final int LOOKED_AT = 96 * 1024;

  /**
   * Reads the size of an image in base64, or in a {@code data:} address of such.
   *
   * @param from its first character
   * @param to one after its last character
   * @return null when it is no image of a known kind
   */
  static @Nullable ImageSize read(byte[] b, int from, int to) {
    int start = from;
    if (to - from > 5 && b[from] == 'd' && b[from + 4] == ':') {
      while (start < to && b[start] != ',') {
        start++;
      }
      start++;
    }
    int length = Math.min(to - start, LOOKED_AT) & ~3;
    if (length < 32) {
      return null;
    }
    try {
      return of(Base64.getDecoder().decode(Arrays.copyOfRange(b, start, start + length)));
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }

  private static @Nullable ImageSize of(byte[] image) {
    if (image.length < 24) {
      return null;
    }
    if (tag(image, 1, "PNG")) {
      return sound(big(image, 16, 4), big(image, 20, 4));
    }
    if (tag(image, 0, "GIF8")) {
      return sound(little(image, 6, 2), little(image, 8, 2));
    }
    if (tag(image, 0, "RIFF") && tag(image, 8, "WEBP") && image.length >= 30) {
      return webp(image);
    }
    return (image[0] & 0xff) == 0xff && (image[1] & 0xff) == 0xd8 ? jpeg(image) : null;
  }

  private static @Nullable ImageSize webp(byte[] image) {
    if (tag(image, 12, "VP8X")) {
      return sound(1 + little(image, 24, 3), 1 + little(image, 27, 3));
    }
    if (tag(image, 12, "VP8L")) {
      int bits = little(image, 21, 4);
      return sound(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
    }
    return sound(little(image, 26, 2) & 0x3fff, little(image, 28, 2) & 0x3fff);
  }

  /** Passes from segment to segment to the one that starts the frame. */
  private static @Nullable ImageSize jpeg(byte[] image) {
    int p = 2;
    while (p + 9 < image.length && (image[p] & 0xff) == 0xff) {
      int marker = image[p + 1] & 0xff;
      boolean frame =
          marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
      if (frame) {
        return sound(big(image, p + 7, 2), big(image, p + 5, 2));
      }
      p += 2 + big(image, p + 2, 2);
    }
    return null;
  }

  private static @Nullable ImageSize sound(int width, int height) {
    return width > 0 && height > 0 ? new ImageSize(width, height) : null;
  }

  private static boolean tag(byte[] image, int at, String tag) {
    return new String(image, at, tag.length(), StandardCharsets.ISO_8859_1).equals(tag);
  }

  private static int big(byte[] image, int at, int bytes) {
    int n = 0;
    for (int i = 0; i < bytes; i++) {
      n = n << 8 | (image[at + i] & 0xff);
    }
    return n;
  }

  private static int little(byte[] image, int at, int bytes) {
    int n = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      n = n << 8 | (image[at + i] & 0xff);
    }
    return n;
  }
}
