package dev.headgate.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CharacterClassesTest {
  private final CharacterClasses classes =
      new EncodingImage("o200k", Encodings.image("o200k_base")).classes();

  @Test
  void areThoseOfUnicode16() {
    assumeTrue(
        Character.isDefined(0x1c89) && !Character.isDefined(0x088f), "a JDK with Unicode 16");
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      assertThat(classes.of(codePoint)).as("%x", codePoint).isEqualTo(expected(codePoint));
    }
  }

  @Test
  void areFoundInTheTextToo() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (codePoint < 0xd800 || codePoint > 0xdfff) {
        byte[] utf8 = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
        assertThat(classes.at(utf8, 0))
            .as("%x", codePoint)
            .isEqualTo(classes.of(codePoint) | (utf8.length << CharacterClasses.LENGTH_SHIFT));
      }
    }
  }

  private static int expected(int codePoint) {
    if (codePoint == '\r' || codePoint == '\n') {
      return CharacterClasses.BREAK;
    }
    if (isWhiteSpace(codePoint)) {
      return CharacterClasses.BLANK;
    }
    return switch (Character.getType(codePoint)) {
      case Character.UPPERCASE_LETTER, Character.TITLECASE_LETTER -> CharacterClasses.UPPER;
      case Character.LOWERCASE_LETTER -> CharacterClasses.LOWER;
      case Character.MODIFIER_LETTER, Character.OTHER_LETTER -> CharacterClasses.BARE;
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          CharacterClasses.MARK;
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER ->
          CharacterClasses.NUMBER;
      default -> CharacterClasses.OTHER;
    };
  }

  /** The property White_Space, which no method of Java has. */
  private static boolean isWhiteSpace(int codePoint) {
    return (codePoint >= 9 && codePoint <= 13)
        || codePoint == 0x85
        || Character.isSpaceChar(codePoint);
  }
}
