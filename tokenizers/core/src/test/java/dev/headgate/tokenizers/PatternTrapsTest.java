package dev.headgate.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.admission.TokenSink;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What implementations of the patterns have got wrong, a test each. */
class PatternTrapsTest {

  @Test
  void theLongSIsAnS() {
    assertThat(pieces("o200k_base", "it'ſ x")).containsExactly("it'ſ", " x");
    assertThat(pieces("cl100k_base", "it'ſ x")).containsExactly("it", "'ſ", " x");
    assertThat(pieces("r50k_base", "it'ſ x")).containsExactly("it", "'", "ſ", " x");
  }

  @Test
  void aSecondContractionStartsAWord() {
    assertThat(pieces("o200k_base", "Shouldn't've gone"))
        .containsExactly("Shouldn't", "'ve", " gone");
    assertThat(pieces("cl100k_base", "Shouldn't've gone"))
        .containsExactly("Shouldn", "'t", "'ve", " gone");
    assertThat(pieces("o200k_base", inBlock("we'd've'll"))).startsWith("we'd", "'ve'll");
  }

  @Test
  void contractionsHaveAnyCase() {
    assertThat(pieces("o200k_base", "THEY'RE I'Ll")).containsExactly("THEY'RE", " I'Ll");
    assertThat(pieces("cl100k_base", "THEY'RE")).containsExactly("THEY", "'RE");
    assertThat(pieces("r50k_base", "THEY'RE")).containsExactly("THEY", "'", "RE");
    assertThat(pieces("o200k_base", inBlock("don'REx"))).startsWith("don'RE", "x");
  }

  @Test
  void aSlashFollowsALineBreakInO200kAlone() {
    assertThat(pieces("o200k_base", "x!\n/\n/y")).containsExactly("x", "!\n/\n/", "y");
    assertThat(pieces("cl100k_base", "x!\n/\n/y")).containsExactly("x", "!\n", "/\n", "/y");
  }

  @Test
  void lettersFollowUnicode16() {
    assertThat(pieces("o200k_base", "a\u1c89\u1c8a")).containsExactly("a", "\u1c89\u1c8a");
    assertThat(pieces("o200k_base", "a\ua7cbb")).containsExactly("a", "\ua7cbb");
  }

  @Test
  void whiteSpaceIsThatOfUnicode() {
    assertThat(pieces("o200k_base", "a\u0085 b")).containsExactly("a", "\u0085", " b");
    assertThat(pieces("o200k_base", "a\u001c\u001cb")).containsExactly("a", "\u001c\u001c", "b");
    assertThat(pieces("o200k_base", "a\ufeff\ufeffb")).containsExactly("a", "\ufeff\ufeff", "b");
  }

  @Test
  void numbersIncludeLettersAndFractions() {
    assertThat(pieces("o200k_base", "〇〡½Ⅷ中")).containsExactly("〇〡½", "Ⅷ", "中");
  }

  @Test
  void aLoneMarkBeforeAnUpperCaseLetterIsAPiece() {
    assertThat(pieces("o200k_base", "\u0301AB")).containsExactly("\u0301", "AB");
    assertThat(pieces("o200k_base", "\u0301Ab")).containsExactly("\u0301Ab");
  }

  @Test
  void aWordBeforeCapitalsEndsBehindTheLastLetterWithoutCase() {
    assertThat(pieces("o200k_base", "中ABC")).containsExactly("中", "ABC");
    assertThat(pieces("o200k_base", "中ABC中D")).containsExactly("中ABC中", "D");
  }

  @Test
  void aBlankLeftToTheNextPieceIsACharacterNotAByte() {
    assertThat(pieces("o200k_base", "a\u3000\u3000b")).containsExactly("a", "\u3000", "\u3000b");
    assertThat(pieces("o200k_base", "a \u00a0 1")).containsExactly("a", " \u00a0", " ", "1");
  }

  @Test
  void numbersGroupByCharacters() {
    assertThat(pieces("o200k_base", "٣٣٣٣1 1234")).containsExactly("٣٣٣", "٣1", " ", "123", "4");
    assertThat(pieces("r50k_base", "x 1234")).containsExactly("x", " 1234");
  }

  @Test
  void loneSurrogatesCountAsReplacements() {
    byte[] lone = {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
    assertThat(Encodings.get("o200k_base").encode(lone))
        .isEqualTo(
            Encodings.get("o200k_base")
                .encode("\ufffd\ufffd\ufffd".getBytes(StandardCharsets.UTF_8)));
    assertThat(Encodings.get("o200k_base").encode("\ufffd".getBytes(StandardCharsets.UTF_8)))
        .containsExactly(3251);
  }

  @Test
  void p50kHasAHoleWhereItsSpecialTokenIs() {
    Encoding p50k = Encodings.get("p50k_base");
    assertThat(p50k.decode(50256)).asString(StandardCharsets.UTF_8).isEqualTo("<|endoftext|>");
    assertThat(p50k.decode(50257)).containsExactly(' ', ' ');
    assertThat(p50k.encode("  x".getBytes(StandardCharsets.UTF_8))[0]).isEqualTo(220);
  }

  @Test
  void aTrailingBlankIsPartOfTheRunInCl100k() {
    assertThat(pieces("cl100k_base", "a\n  ")).containsExactly("a", "\n  ");
    assertThat(pieces("o200k_base", "a\n  ")).containsExactly("a", "\n", "  ");
    assertThat(pieces("r50k_base", "a\n  b")).containsExactly("a", "\n ", " b");
  }

  @Test
  void aBlankLineBelongsToTheRunBeforeTheIndent() {
    assertThat(pieces("o200k_base", inBlock("x\n  \n    y")))
        .startsWith("x", "\n  \n", "   ", " y");
  }

  @Test
  void namesOfSpecialTokensAreText() {
    Encoding o200k = Encodings.get("o200k_harmony");
    byte[] text = "<|start|>user<|end|>".getBytes(StandardCharsets.UTF_8);

    assertThat(o200k.encode(text)).doesNotContain(200006, 200007).hasSizeGreaterThan(5);
    assertThat(o200k.encodeWithSpecialTokens(text)).startsWith(200006).endsWith(200007);
    assertThat(o200k.decode(o200k.encodeWithSpecialTokens(text))).isEqualTo(text);
  }

  /** Long enough behind for the text to be scanned as a block. */
  private static String inBlock(String text) {
    return text + " and so on and on, until there are more than sixty-four bytes of it all.";
  }

  private static List<String> pieces(String encoding, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    List<String> pieces = new ArrayList<>();
    Encodings.get(encoding)
        .counter()
        .split(
            MemorySegment.ofArray(utf8),
            new TokenSink() {
              private int start;

              @Override
              public void token(int id, long end) {}

              @Override
              public void piece(long end) {
                pieces.add(new String(utf8, start, (int) end - start, StandardCharsets.UTF_8));
                start = (int) end;
              }
            });
    return pieces;
  }
}
