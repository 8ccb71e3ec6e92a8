package dev.headgate.tokenizers.estimate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A family of models that share a tokenizer, as far as it is known.
 *
 * @param name the family's
 * @param wide whether its vocabulary has many words of other scripts than Latin
 * @param digits how many digits a token holds
 * @param perMille its tokens per thousand of those of a vocabulary of 200,000
 * @param parts what the names of its models hold
 */
record Family(String name, boolean wide, int digits, int perMille, List<String> parts) {
  private static final String TABLE = "families.txt";
  private static final int FIRST_PART = 4;

  /** The families that come with this plugin. */
  static List<Family> packaged() {
    List<Family> families = new ArrayList<>();
    try (InputStream stream = Family.class.getResourceAsStream(TABLE)) {
      if (stream == null) {
        throw new IllegalStateException("the resource " + TABLE + " is missing");
      }
      new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.isBlank() && line.charAt(0) != '#')
          .forEach(line -> families.add(of(line.strip().split("\\s+", -1))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(families);
  }

  private static Family of(String[] words) {
    return new Family(
        words[0],
        words[1].equals("wide"),
        Integer.parseInt(words[2]),
        Integer.parseInt(words[3]),
        List.of(Arrays.copyOfRange(words, FIRST_PART, words.length)));
  }

  /** The name under which its estimate is found. */
  String encoding() {
    return "estimate-" + name;
  }

  /** Whether a model is of the family, by a part of its name that no letter stands before. */
  boolean has(String model) {
    for (String part : parts) {
      int at = model.indexOf(part);
      while (at >= 0) {
        if (at == 0 || !Character.isLetter(model.charAt(at - 1))) {
          return true;
        }
        at = model.indexOf(part, at + 1);
      }
    }
    return false;
  }
}
