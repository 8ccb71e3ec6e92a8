package dev.headgate.tokenizers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/** Texts to count. */
final class Texts {
  /** What the patterns treat in different ways, and what they are easily wrong about. */
  static final List<String> PARTS =
      List.of(
          "a", "b", "A", "B", "'", "'s", "'S", "'re", "'LL", "1", "2", "12345", " ", "  ", "\n",
          "\r\n", "\t", "/", "!", "-", "(", "t", "e", "l", "v", "d", "m", "word", "Word", "WORD",
          " the", "é", "É", "中", "\u0301", "\u3000", "ſ", "'ſ", "😀", "\u00a0", "\u2028", "ǅ", "٣",
          "Ⅷ", "\u0085", "\u001c", "\ufeff", "\u2019", "ʰ");

  private static final int ASCII_PARTS = 31;

  private Texts() {}

  /** A short text of any sort: controls and ASCII, parts in ASCII, all parts. */
  static String random(Random random) {
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

  /** All texts of the self-check, one after the other: some fifteen languages, code, noise. */
  static List<String> golden() {
    List<String> texts = new ArrayList<>();
    try (InputStream in = Texts.class.getResourceAsStream("golden-o200k_base.txt")) {
      new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1)[2])
          .forEach(base64 ->
              texts.add(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }
}
