package dev.headgate.kernel.tokens;

import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.spi.Operation;
import java.util.Arrays;

/**
 * Where the texts lie that a model reads in a request's body, and the tokens that stand beside
 * them. It is found in one pass over the body's structure, which costs a few per cent of a count;
 * bounds and counts are made from it. Valid as long as the body's buffer.
 *
 * <p>The bounds hold because every encoding is made of bytes, so a text has at most as many tokens
 * as bytes, and because no token is longer than 128 bytes.
 */
public final class Prompt {
  /** A JSON string without escapes: its bytes are the text. */
  static final int PLAIN = 0;

  /** A JSON string with escapes. */
  static final int ESCAPED = 1;

  /** A list of tools, which models read in a notation of their own. */
  static final int TOOLS = 2;

  private static final int STRIDE = 3;
  private static final int LONGEST_TOKEN = 128;
  private static final int LONGEST_ESCAPE = 6;

  private final byte[] body;
  private int[] places = new int[8 * STRIDE];
  private int size;
  private long fixed;
  private long moreAtMost;
  private long textBytes;
  private long textBytesAtLeast;
  private boolean approximate;

  Prompt(byte[] body) {
    this.body = body;
  }

  /**
   * Finds the texts of a body.
   *
   * @param envelope the body
   * @param operation what the request asks for
   */
  public static Prompt of(ScannedEnvelope envelope, Operation operation) {
    return new PromptReader(envelope, operation).read();
  }

  /**
   * A single text.
   *
   * @param json holds it as it stands between the quotes of JSON strings
   * @param from first byte
   * @param to one after the last byte
   */
  public static Prompt ofText(byte[] json, int from, int to) {
    Prompt prompt = new Prompt(json);
    prompt.text(from, to, true);
    return prompt;
  }

  void text(int from, int to, boolean escaped) {
    if (to > from) {
      add(from, to, escaped ? ESCAPED : PLAIN);
      textBytesAtLeast += escaped ? (to - from) / LONGEST_ESCAPE : to - from;
    }
  }

  void tools(int from, int to) {
    add(from, to, TOOLS);
    approximate = true;
    moreAtMost += ToolText.FRAME;
  }

  private void add(int from, int to, int kind) {
    int p = size * STRIDE;
    if (p == places.length) {
      places = Arrays.copyOf(places, p * 2);
    }
    places[p] = from;
    places[p + 1] = to;
    places[p + 2] = kind;
    size++;
    textBytes += to - from;
  }

  void fixed(long tokens) {
    fixed += tokens;
  }

  /** Something that is no text: an image, a file, a sound. */
  void media(long tokens, long most) {
    fixed += tokens;
    moreAtMost += most - tokens;
    approximate = true;
  }

  void approximate() {
    approximate = true;
  }

  byte[] body() {
    return body;
  }

  int size() {
    return size;
  }

  int from(int index) {
    return places[index * STRIDE];
  }

  int to(int index) {
    return places[index * STRIDE + 1];
  }

  int kind(int index) {
    return places[index * STRIDE + 2];
  }

  /** Tokens beside those of the texts: of messages, of the reply's start, of images. */
  long fixed() {
    return fixed;
  }

  /** The bytes of the texts, as they stand in the body. */
  public long textBytes() {
    return textBytes;
  }

  /** The most tokens that it can have. */
  public long atMost() {
    return textBytes + fixed + moreAtMost;
  }

  /** The fewest tokens that it can have. */
  public long atLeast() {
    return Math.max(0, fixed) + textBytesAtLeast / LONGEST_TOKEN;
  }

  /** Whether something in it is counted by rules of thumb, such as tools and images. */
  public boolean isApproximate() {
    return approximate;
  }
}
