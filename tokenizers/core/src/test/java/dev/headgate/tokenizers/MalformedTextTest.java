package dev.headgate.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Malformed UTF-8 counts as a lenient decoder would read it, wherever the bytes lie. Java's own
 * decoder is asked where it agrees with the standard of the web; encoded surrogates it takes for
 * one part each, and the standard for three.
 */
class MalformedTextTest {
  private final Encoding encoding = Encodings.get("o200k_base");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "c3",
        "c328",
        "c0af",
        "e28261",
        "f0908061",
        "f4908080",
        "f8888880",
        "ff",
        "61f09f98",
        "e0809f",
        "c3a9c3",
        "20ff20fe20",
        "efbfbdff"
      })
  void countsEachMalformedPartAsOneReplacement(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    byte[] decoded = new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);

    assertThat(encoding.encode(bytes)).isEqualTo(encoding.encode(decoded));
    assertThat(encoding.counter().count(MemorySegment.ofArray(bytes)))
        .isEqualTo(encoding.counter().count(MemorySegment.ofArray(decoded)));
  }

  @Test
  void survivesAnyBytes() {
    Random random = new Random(17);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = bytes[k] == (byte) 0xed ? (byte) 0xec : bytes[k];
      }
      if (i % 2 == 0) {
        for (int k = 0; k < bytes.length; k++) {
          bytes[k] = (byte) (bytes[k] % 3 == 0 ? bytes[k] : 'a' + (bytes[k] & 15));
        }
      }
      byte[] decoded = new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
      assertThat(encoding.encode(bytes)).isEqualTo(encoding.encode(decoded));
      assertThat(encoding.counter().count(MemorySegment.ofArray(bytes)))
          .isEqualTo(encoding.encode(decoded).length);
    }
  }

  @Test
  void tellsOffsetsInTheTextAsItWasGiven() {
    byte[] bytes = {'a', (byte) 0xff, ' ', 'b', (byte) 0xe2, (byte) 0x82, 'c'};
    List<Long> ends = new ArrayList<>();

    encoding.counter().split(MemorySegment.ofArray(bytes), (id, end) -> ends.add(end));

    assertThat(ends).isSorted().endsWith(7L).contains(2L, 4L);
  }

  @Test
  void countsTheSameOnAndOffTheHeap() {
    byte[] text = String.join(" ", Texts.golden()).getBytes(StandardCharsets.UTF_8);
    long expected = encoding.counter().count(MemorySegment.ofArray(text));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(text.length);
      copy.copyFrom(MemorySegment.ofArray(text));

      assertThat(encoding.counter().count(copy)).isEqualTo(expected);
    }
    byte[] within = new byte[text.length + 20];
    System.arraycopy(text, 0, within, 7, text.length);
    MemorySegment slice = MemorySegment.ofArray(within).asSlice(7, text.length);
    assertThat(encoding.counter().count(slice)).isEqualTo(expected);
    assertThat(encoding.counter().count(slice.asReadOnly())).isEqualTo(expected);
    assertThat(encoding.counter().countUpTo(slice, expected)).isEqualTo(expected);
    assertThat(encoding.counter().countUpTo(slice, 10)).isGreaterThan(10);
  }
}
