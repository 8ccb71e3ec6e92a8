package dev.headgate.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No text makes counting slow: the time grows with the length and no faster. */
class LongRunsTest {
  private static final int MEGABYTE = 1 << 20;
  // What takes milliseconds here took minutes where a merge was quadratic.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  static List<String> units() {
    return List.of(
        "a",
        "ab",
        "=",
        " ",
        "\n",
        "1",
        "'",
        "中",
        "🙂",
        "\u0301",
        "Aa",
        "aA1",
        "\r\n",
        "\u3000",
        " /\n",
        "abcdefghijklmnopqrstuvwxyz",
        "zqxj",
        "                 !",
        "'s",
        "\u0000",
        "\ufffd",
        "한국어");
  }

  @ParameterizedTest
  @MethodSource("units")
  void countsAMegabyteOfOneThing(String unit) {
    byte[] text = unit.repeat(MEGABYTE / unit.length()).getBytes(StandardCharsets.UTF_8);
    Encodings.names().forEach(name -> assertSwift(name, text));
  }

  @Test
  void countsAMegabyteOfRandomLetters() {
    Random random = new Random(19);
    byte[] text = new byte[MEGABYTE];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    Encodings.names().forEach(name -> assertSwift(name, text));
  }

  private static void assertSwift(String encoding, byte[] text) {
    Encoding loaded = Encodings.get(encoding);
    MemorySegment segment = MemorySegment.ofArray(text);
    long start = System.nanoTime();
    long count = loaded.counter().count(segment);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
    assertThat(loaded.encode(text)).hasSize(Math.toIntExact(count));
    assertThat(loaded.decode(loaded.encode(text))).isEqualTo(text);
  }
}
