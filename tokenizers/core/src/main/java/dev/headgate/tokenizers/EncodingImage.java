package dev.headgate.tokenizers;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** What an image file says, taken apart; the package's description has the format. */
final class EncodingImage {
  private static final int VERSION = 1;
  private static final int HASH_AT = 32;
  private static final int SECTIONS_AT = 64;
  private static final byte[] MAGIC = "HGTOKENS".getBytes(StandardCharsets.US_ASCII);

  private final byte[] image;
  private final ByteBuffer buffer;
  private final String name;

  EncodingImage(String name, byte[] image) {
    this.name = name;
    this.image = image;
    this.buffer = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
    if (image.length < 128 || !Arrays.equals(image, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new IllegalArgumentException(name + " is no image of an encoding");
    }
    if (buffer.getInt(8) != VERSION) {
      throw new IllegalArgumentException(
          name + " is an image of version " + buffer.getInt(8) + ", and " + VERSION + " is known");
    }
  }

  Grammar grammar() {
    return Grammar.NUMBERED.get(buffer.getInt(12));
  }

  int unicodeVersion() {
    return buffer.getInt(16);
  }

  int idBound() {
    return buffer.getInt(24);
  }

  /** Names ranks and Unicode version: rank set, start of the hash of the ranks, version. */
  String fingerprint() {
    String hash = HexFormat.of().formatHex(image, HASH_AT, HASH_AT + 8);
    return name + "-" + hash + "-unicode" + unicodeVersion();
  }

  CharacterClasses classes() {
    short[] index = new short[section(0).remaining() / 2];
    section(0).asShortBuffer().get(index);
    byte[] blocks = new byte[section(1).remaining()];
    section(1).get(blocks);
    return new CharacterClasses(index, blocks);
  }

  /** Where the bytes of each token start in {@link #tokenBytes}; one more than there are ids. */
  int[] tokenOffsets() {
    int[] offsets = new int[section(2).remaining() / 4];
    section(2).asIntBuffer().get(offsets);
    return offsets;
  }

  byte[] tokenBytes() {
    byte[] bytes = new byte[section(3).remaining()];
    section(3).get(bytes);
    return bytes;
  }

  /**
   * The pair that makes each token, the left id in the upper half; -1 for those that none makes.
   */
  long[] pairs() {
    long[] pairs = new long[section(4).remaining() / 8];
    section(4).asLongBuffer().get(pairs);
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = pairs[i] << 32 | pairs[i] >>> 32;
    }
    return pairs;
  }

  private ByteBuffer section(int number) {
    int at = SECTIONS_AT + 8 * number;
    return buffer.slice(buffer.getInt(at), buffer.getInt(at + 4)).order(ByteOrder.LITTLE_ENDIAN);
  }
}
