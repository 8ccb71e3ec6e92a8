package dev.headgate.tokenizers.bpevector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.tokenizers.Encoding;
import dev.headgate.tokenizers.Encodings;
import dev.headgate.tokenizers.PieceScanner;
import dev.headgate.tokenizers.SelfCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors find the very ends that scanning piece after piece finds, on whatever processor. */
class VectorScannerTest {
  private static final List<String> PARTS =
      List.of(
          "a", "b", "A", "B", "'", "'s", "'S", "'re", "'LL", "1", "2", "12345", " ", "  ", "\n",
          "\r\n", "\t", "/", "!", "-", "(", "t", "e", "l", "v", "d", "m", "word", "Word", "WORD",
          " the", "é", "中", "\u0301", "\u3000", "ſ", "😀", "\u00a0");
  private static final int ASCII_PARTS = 31;

  @ParameterizedTest
  @ValueSource(strings = {"cl100k_base", "o200k_base"})
  void findsTheEndsOfTheReference(String name) {
    Encoding encoding = Encodings.get(name);
    PieceScanner vector = encoding.scanner(new VectorScanners()).orElseThrow();
    Random random = new Random(29);
    for (int i = 0; i < 20_000; i++) {
      String text = text(random);
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      byte[] padded = Arrays.copyOf(utf8, utf8.length + 64);
      Arrays.fill(padded, utf8.length, padded.length, (byte) "a' \n/1".charAt(random.nextInt(6)));

      assertThat(ends(vector, padded, utf8.length))
          .as("[%s]", text)
          .isEqualTo(ends(encoding.referenceScanner(), utf8, utf8.length))
          .isEqualTo(ends(vector, utf8, utf8.length));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cl100k_base", "o200k_base", "o200k_harmony"})
  void passesTheSelfCheck(String name) {
    Encoding encoding = Encodings.get(name);
    PieceScanner vector = encoding.scanner(new VectorScanners()).orElseThrow();

    assertThat(SelfCheck.run(encoding.counter(vector), name)).isEmpty();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int sort = random.nextInt(3);
    for (int left = 1 + random.nextInt(120); left > 0; left--) {
      switch (sort) {
        case 0 -> text.append((char) (9 + random.nextInt(118)));
        case 1 -> text.append(PARTS.get(random.nextInt(ASCII_PARTS)));
        default -> text.append(PARTS.get(random.nextInt(PARTS.size())));
      }
    }
    return text.toString();
  }

  private static List<Integer> ends(PieceScanner scanner, byte[] text, int to) {
    List<Integer> ends = new ArrayList<>();
    int[] batch = new int[PieceScanner.ROOM + 20];
    int at = 0;
    while (at < to) {
      int found = scanner.scan(text, at, to, batch);
      Arrays.stream(batch, 0, found).forEach(ends::add);
      at = batch[found - 1];
    }
    return ends;
  }
}
