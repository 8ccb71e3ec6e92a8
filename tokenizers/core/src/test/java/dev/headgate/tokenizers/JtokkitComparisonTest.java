package dev.headgate.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.api.EncodingType;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tokens are those of an implementation that shares nothing with ours but the ranks. */
class JtokkitComparisonTest {
  private static final com.knuddels.jtokkit.api.EncodingRegistry REGISTRY =
      com.knuddels.jtokkit.Encodings.newLazyEncodingRegistry();

  @ParameterizedTest
  @ValueSource(strings = {"r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base"})
  void findsTheSameTokensInRandomTexts(String encoding) {
    Random random = new Random(5);
    for (int i = 0; i < 8_000; i++) {
      assertSameTokens(encoding, Texts.random(random));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"r50k_base", "p50k_base", "cl100k_base", "o200k_base"})
  void findsTheSameTokensInManyLanguagesAtOnce(String encoding) {
    assertSameTokens(encoding, String.join("", Texts.golden()));
    assertSameTokens(encoding, String.join(" ", Texts.golden()));
    assertSameTokens(encoding, String.join("\n", Texts.golden()));
  }

  /**
   * Each code point among such neighbours that a wrong class shows: rare characters never merge, so
   * what tells them apart is whether the characters around them still do.
   */
  @Test
  void agreesOnEveryCodePoint() {
    int step = Boolean.getBoolean("headgate.long") ? 1 : 97;
    Random random = new Random(7);
    IntStream.range(0, Character.MAX_CODE_POINT + 1)
        .filter(codePoint -> codePoint < 0xd800 || codePoint > 0xdfff)
        .filter(codePoint -> codePoint < 0x3100 || codePoint % step == random.nextInt(step))
        .forEach(codePoint -> {
          String text = contexts(Character.toString(codePoint));
          assertSameTokens("o200k_base", text);
          if (codePoint % step == 0) {
            assertSameTokens("cl100k_base", text);
          }
        });
  }

  private static String contexts(String c) {
    return String.join(
        "\n\n",
        List.of(
            c + "\u0301",
            "!" + c + "\n",
            c + "'s",
            "1" + c + "23",
            " " + c + "'ll",
            "\u2019 " + c + "A" + c + "1" + c,
            "a" + c + "a",
            "!" + c + "!",
            "1" + c + "1"));
  }

  private static void assertSameTokens(String encoding, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int[] expected = REGISTRY.getEncoding(type(encoding)).encodeOrdinary(text).toArray();
    Encoding ours = Encodings.get(encoding);

    assertThat(ours.encode(utf8)).as("%s of [%s]", encoding, text).isEqualTo(expected);
    assertThat(ours.counter().count(MemorySegment.ofArray(utf8)))
        .as("%s of [%s]", encoding, text)
        .isEqualTo(expected.length);
  }

  private static EncodingType type(String encoding) {
    return EncodingType.fromName(encoding).orElseThrow();
  }
}
