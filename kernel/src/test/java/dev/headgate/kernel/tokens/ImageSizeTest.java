package dev.headgate.kernel.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ImageSizeTest {

  private static @Nullable ImageSize read(byte[] image) {
    byte[] base64 = Base64.getEncoder().encode(image);
    return ImageSize.read(base64, 0, base64.length);
  }

  @Test
  void readsTheSizeOfAPng() {
    assertThat(read(Images.png(640, 480))).isEqualTo(new ImageSize(640, 480));
  }

  @Test
  void readsTheSizeOfAJpegBehindTheNotesOfTheCamera() {
    assertThat(read(Images.jpeg(4000, 3000))).isEqualTo(new ImageSize(4000, 3000));
  }

  @Test
  void readsTheSizeOfAGif() {
    byte[] gif = new byte[64];
    System.arraycopy("GIF89a".getBytes(StandardCharsets.US_ASCII), 0, gif, 0, 6);
    gif[6] = 44;
    gif[7] = 1;
    gif[8] = 2;
    assertThat(read(gif)).isEqualTo(new ImageSize(300, 2));
  }

  @Test
  void knowsNothingOfOtherThings() {
    byte[] address =
        "https://example.com/a/very/long/address/of/an/image.png".getBytes(StandardCharsets.UTF_8);
    assertThat(ImageSize.read(address, 0, address.length)).isNull();
    assertThat(read(new byte[64])).isNull();
    assertThat(read(new byte[3])).isNull();
    assertThat(read(Images.png(0, 5))).isNull();
  }
}
