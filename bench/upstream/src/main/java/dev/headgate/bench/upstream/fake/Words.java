package dev.headgate.bench.upstream.fake;

/** What the fake model says. */
final class Words {

  private static final String SENTENCE =
      "The scripted upstream answers every question with this one calm sentence.";

  private static final String[] WORDS = SENTENCE.split(" ");

  private Words() {}

  /** The whole text of a plain answer, repeated until it has this many bytes. */
  static String text(int leastBytes) {
    StringBuilder text = new StringBuilder(SENTENCE);
    while (text.length() < leastBytes) {
      text.append(' ').append(SENTENCE);
    }
    return leastBytes > SENTENCE.length() ? text.substring(0, leastBytes) : text.toString();
  }

  /** The text of a content piece of a stream: a word with its space. */
  static String piece(int index) {
    return WORDS[index % WORDS.length] + ' ';
  }

  /** All pieces of a stream in one. */
  static String pieces(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(piece(i));
    }
    return text.toString();
  }
}
