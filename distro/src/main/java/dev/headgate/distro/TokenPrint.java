package dev.headgate.distro;

import dev.headgate.spi.admission.TokenSink;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Shows the tokens of a text: on a terminal as the text itself with a ground of another colour for
 * each token, elsewhere one token a line, its number and its text as a JSON string. Bytes that are
 * only a part of a character stand as {@code \xNN}; on a terminal they wait for the rest of it.
 */
final class TokenPrint implements TokenSink {
  private static final int[] GROUNDS = {153, 222, 157, 217, 189};
  private static final String PLAIN = "\033[0m";

  private final MemorySegment text;
  private final PrintStream out;
  private final boolean coloured;
  private long start;
  private int shown;

  TokenPrint(MemorySegment text, PrintStream out) {
    this(text, out, Terminal.coloured());
  }

  TokenPrint(MemorySegment text, PrintStream out, boolean coloured) {
    this.text = text;
    this.out = out;
    this.coloured = coloured;
  }

  @Override
  public void token(int id, long end) {
    if (coloured) {
      if (end < text.byteSize() && isWithinCharacter(text.get(ValueLayout.JAVA_BYTE, end))) {
        return;
      }
      byte[] ground = ground(bytes(end));
      out.write(ground, 0, ground.length);
    } else {
      byte[] line = (id + "\t" + quoted(bytes(end)) + "\n").getBytes(StandardCharsets.UTF_8);
      out.write(line, 0, line.length);
    }
    start = end;
    shown++;
  }

  private static boolean isWithinCharacter(byte c) {
    return (c & 0xc0) == 0x80;
  }

  private byte[] bytes(long end) {
    return text.asSlice(start, end - start).toArray(ValueLayout.JAVA_BYTE);
  }

  /** A ground that ran over a line's end would colour the rest of the line. */
  private byte[] ground(byte[] token) {
    String colour = "\033[30;48;5;" + GROUNDS[shown % GROUNDS.length] + "m";
    String lines =
        new String(token, StandardCharsets.UTF_8).replace("\n", "⏎" + PLAIN + "\n" + colour);
    return (colour + lines + PLAIN).getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(byte[] token) {
    StringBuilder json = new StringBuilder("\"");
    int p = 0;
    while (p < token.length) {
      int length = characterAt(token, p);
      if (length == 0) {
        json.append(String.format("\\x%02x", token[p] & 0xff));
        p++;
        continue;
      }
      String character = new String(token, p, length, StandardCharsets.UTF_8);
      json.append(
          switch (character) {
            case "\"" -> "\\\"";
            case "\\" -> "\\\\";
            case "\n" -> "\\n";
            case "\r" -> "\\r";
            case "\t" -> "\\t";
            default ->
                character.charAt(0) < ' '
                    ? "\\u%04x".formatted((int) character.charAt(0))
                    : character;
          });
      p += length;
    }
    return json.append('"').toString();
  }

  /** The bytes of the character at a place; 0 when there is only a part of one. */
  private static int characterAt(byte[] token, int at) {
    int lead = token[at] & 0xff;
    int length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (at + length > token.length) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if (!isWithinCharacter(token[at + i])) {
        return 0;
      }
    }
    return length;
  }
}
