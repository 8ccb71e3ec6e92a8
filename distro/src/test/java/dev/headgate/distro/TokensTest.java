package dev.headgate.distro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code headgate tokens} makes of texts. */
class TokensTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  private static MemorySegment utf8(String text) {
    return MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
  }

  private TokenPrint print(String text, boolean coloured) {
    return new TokenPrint(
        utf8(text), new PrintStream(written, true, StandardCharsets.UTF_8), coloured);
  }

  private String written() {
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void oneTokenStandsOnALineWithItsNumberAndItsText() {
    TokenPrint print = print("say \"hi\"\n", false);
    print.token(12, 3);
    print.token(7, 6);
    print.token(9, 9);

    assertThat(written()).isEqualTo("12\t\"say\"\n7\t\" \\\"h\"\n9\t\"i\\\"\\n\"\n");
  }

  @Test
  void partsOfACharacterStandAsBytes() {
    TokenPrint print = print("é", false);
    print.token(1, 1);
    print.token(2, 2);

    assertThat(written()).isEqualTo("1\t\"\\xc3\"\n2\t\"\\xa9\"\n");
  }

  @Test
  void onATerminalTheTextItselfIsColoured() {
    TokenPrint print = print("aé b", true);
    print.token(1, 2);
    print.token(2, 3);
    print.token(3, 5);

    assertThat(written().replaceAll("\033\\[[0-9;]*m", "|")).isEqualTo("|aé|| b|");
    assertThat(written()).contains("48;5;153").contains("48;5;222");
  }

  @Test
  void aLargeFileIsCountedInPartsThatEndBetweenWords() {
    List<Long> parts = new ArrayList<>();
    TokenCounter words =
        new TokenCounter() {
          @Override
          public long count(MemorySegment utf8) {
            parts.add(utf8.byteSize());
            String text = new String(utf8.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
            assertThat(text).startsWith(parts.size() == 1 ? "w" : " ").doesNotEndWith(" ");
            return text.strip().split(" ", -1).length;
          }

          @Override
          public Exactness exactness() {
            return Exactness.EXACT_TEXT;
          }

          @Override
          public String fingerprint() {
            return "words";
          }
        };

    long count = new FileCount(words).of(utf8(("word ".repeat(499_999) + "word")), "a file");

    assertThat(count).isEqualTo(500_000);
    assertThat(parts).hasSize(3);
  }
}
