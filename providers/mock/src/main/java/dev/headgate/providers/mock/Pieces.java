package dev.headgate.providers.mock;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A text cut into the pieces of a stream: one a word by default; fewer when words are put together,
 * more when they are said again.
 */
final class Pieces {
  private static final Pattern BEFORE_WORD = Pattern.compile("(?<=\\s)(?=\\S)");

  private final String[] words;
  private final int count;

  /**
   * @param text the text
   * @param count how many pieces; 0 for one a word
   */
  Pieces(String text, int count) {
    this.words = BEFORE_WORD.split(text);
    this.count = count == 0 ? words.length : count;
  }

  int count() {
    return count;
  }

  /** The pieces, made as they are asked for. */
  Stream<String> stream() {
    return IntStream.range(0, count).mapToObj(this::piece);
  }

  private String piece(int index) {
    if (count >= words.length) {
      String word = words[index % words.length];
      boolean saidAgain = index % words.length == words.length - 1 && index < count - 1;
      return saidAgain && !word.endsWith(" ") ? word + " " : word;
    }
    int from = (int) ((long) index * words.length / count);
    int to = (int) ((long) (index + 1) * words.length / count);
    return Stream.of(words).skip(from).limit((long) to - from).collect(Collectors.joining());
  }

  /** All of them in one. */
  String joined() {
    return stream().collect(Collectors.joining());
  }
}
