package dev.headgate.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scanning in blocks finds the very ends that scanning piece after piece finds. */
class BoundariesTest {
  private static final int MARGIN = 70;

  @ParameterizedTest
  @ValueSource(strings = {"r50k_base", "cl100k_base", "o200k_base"})
  void areThoseOfTheReferenceInRandomTexts(String encoding) {
    Random random = new Random(11);
    for (int i = 0; i < 60_000; i++) {
      assertSameEnds(Encodings.get(encoding), Texts.random(random), random);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"r50k_base", "cl100k_base", "o200k_base"})
  void areThoseOfTheReferenceInManyLanguages(String encoding) {
    Random random = new Random(13);
    String all = String.join(" ", Texts.golden());
    for (int from = 0; from < 200; from++) {
      assertSameEnds(Encodings.get(encoding), all.substring(from), random);
    }
  }

  /** What lies around the text in its array must not matter. */
  private static void assertSameEnds(Encoding encoding, String text, Random random) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    byte[] surrounded = new byte[utf8.length + 2 * MARGIN];
    for (int i = 0; i < surrounded.length; i++) {
      surrounded[i] = (byte) "a' 1\n/!Ee".charAt(random.nextInt(9));
    }
    System.arraycopy(utf8, 0, surrounded, MARGIN, utf8.length);

    List<Integer> expected = ends(encoding.referenceScanner(), utf8, 0, utf8.length, 0);
    assertThat(ends(encoding.scanner(), utf8, 0, utf8.length, 0))
        .as("[%s]", text)
        .isEqualTo(expected);
    assertThat(
            ends(encoding.scanner(), surrounded, MARGIN, MARGIN + utf8.length, random.nextInt(40)))
        .as("[%s]", text)
        .isEqualTo(expected);
  }

  private static List<Integer> ends(
      PieceScanner scanner, byte[] text, int from, int to, int moreRoom) {
    List<Integer> ends = new ArrayList<>();
    int[] batch = new int[PieceScanner.ROOM + 1 + moreRoom];
    int at = from;
    while (at < to) {
      int found = scanner.scan(text, at, to, batch);
      assertThat(found).isPositive().isLessThanOrEqualTo(batch.length);
      Arrays.stream(batch, 0, found).forEach(end -> ends.add(end - from));
      at = batch[found - 1];
    }
    return ends;
  }
}
