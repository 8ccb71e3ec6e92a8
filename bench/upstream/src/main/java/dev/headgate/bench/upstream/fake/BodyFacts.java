package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.Ascii;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The few top-level facts of a JSON request body that decide the answer, found in one pass over the
 * bytes without a tree. Strings, which are nearly all of a large body, are skipped 32 bytes at a
 * time. The scan finds the members of a well-formed object; it does not prove that the rest is
 * well-formed. One object serves all requests of a connection.
 */
public final class BodyFacts {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final int MALFORMED = -1;

  private byte[] bytes = new byte[0];
  private int to;
  private int modelFrom;
  private int modelTo;
  private int inputFrom;
  private boolean stream;
  private boolean includeUsage;
  private boolean tools;
  private boolean base64;
  private int dimensions;

  /**
   * Scans a body.
   *
   * @return whether it is a JSON object as far as the scan can tell
   */
  public boolean scan(byte[] buffer, int from, int end) {
    bytes = buffer;
    to = end;
    modelFrom = MALFORMED;
    modelTo = MALFORMED;
    inputFrom = MALFORMED;
    stream = false;
    includeUsage = false;
    tools = false;
    base64 = false;
    dimensions = 0;
    int at = members(space(from), true);
    return at != MALFORMED && space(at) == to;
  }

  /** Goes through the members of the object at {@code at}; returns where the object ends. */
  private int members(int at, boolean top) {
    if (byteAt(at) != '{') {
      return MALFORMED;
    }
    int i = space(at + 1);
    if (byteAt(i) == '}') {
      return i + 1;
    }
    while (byteAt(i) == '"') {
      int key = i + 1;
      int keyEnd = string(i) - 1;
      if (keyEnd < key) {
        return MALFORMED;
      }
      i = space(keyEnd + 1);
      if (byteAt(i) != ':') {
        return MALFORMED;
      }
      int value = space(i + 1);
      int valueEnd = value(value);
      if (valueEnd == MALFORMED) {
        return MALFORMED;
      }
      if (top) {
        member(key, keyEnd, value, valueEnd);
      } else if (Ascii.equals(bytes, key, keyEnd, "include_usage")) {
        includeUsage = byteAt(value) == 't';
      }
      i = space(valueEnd);
      if (byteAt(i) == '}') {
        return i + 1;
      }
      if (byteAt(i) != ',') {
        return MALFORMED;
      }
      i = space(i + 1);
    }
    return MALFORMED;
  }

  private void member(int key, int keyEnd, int value, int valueEnd) {
    switch (keyEnd - key) {
      case 5 -> {
        if (Ascii.equals(bytes, key, keyEnd, "model") && byteAt(value) == '"') {
          modelFrom = value + 1;
          modelTo = valueEnd - 1;
        } else if (Ascii.equals(bytes, key, keyEnd, "tools")) {
          tools = byteAt(value) == '[' && byteAt(space(value + 1)) != ']';
        } else if (Ascii.equals(bytes, key, keyEnd, "input")) {
          inputFrom = value;
        }
      }
      case 6 -> {
        if (Ascii.equals(bytes, key, keyEnd, "stream")) {
          stream = byteAt(value) == 't';
        }
      }
      case 10 -> {
        if (Ascii.equals(bytes, key, keyEnd, "dimensions")) {
          dimensions = (int) Math.clamp(Ascii.decimal(bytes, value, valueEnd), 0L, 65_536);
        }
      }
      case 14 -> {
        if (Ascii.equals(bytes, key, keyEnd, "stream_options") && byteAt(value) == '{') {
          members(value, false);
        }
      }
      case 15 -> {
        if (Ascii.equals(bytes, key, keyEnd, "encoding_format")) {
          base64 = Ascii.equals(bytes, value, valueEnd, "\"base64\"");
        }
      }
      default -> {}
    }
  }

  /** Where the value at {@code at} ends. */
  private int value(int at) {
    return switch (byteAt(at)) {
      case '"' -> string(at);
      case '{', '[' -> nested(at);
      case ',', ':', '}', ']', MALFORMED -> MALFORMED;
      default -> scalar(at);
    };
  }

  private int scalar(int at) {
    int i = at;
    while (i < to) {
      byte b = bytes[i];
      if (b == ',' || b == '}' || b == ']' || b <= ' ') {
        return i;
      }
      i++;
    }
    return i;
  }

  private int nested(int at) {
    int depth = 0;
    int i = at;
    while (i < to) {
      switch (bytes[i]) {
        case '"' -> {
          i = string(i);
          if (i == MALFORMED) {
            return MALFORMED;
          }
        }
        case '{', '[' -> {
          depth++;
          i++;
        }
        case '}', ']' -> {
          depth--;
          i++;
          if (depth == 0) {
            return i;
          }
        }
        default -> i++;
      }
    }
    return MALFORMED;
  }

  /** Where the string whose opening quote is at {@code at} ends, its closing quote included. */
  private int string(int at) {
    int i = at + 1;
    while (true) {
      i = special(bytes, i, to);
      if (i >= to) {
        return MALFORMED;
      }
      if (bytes[i] == '"') {
        return i + 1;
      }
      i += 2;
    }
  }

  /** The next quote or backslash, or {@code end} where there is none. */
  private static int special(byte[] bytes, int from, int end) {
    int i = from;
    while (i <= end - 32) {
      long found =
          marked((long) LONGS.get(bytes, i))
              | marked((long) LONGS.get(bytes, i + 8))
              | marked((long) LONGS.get(bytes, i + 16))
              | marked((long) LONGS.get(bytes, i + 24));
      if (found != 0) {
        break;
      }
      i += 32;
    }
    while (i < end && bytes[i] != '"' && bytes[i] != '\\') {
      i++;
    }
    return i;
  }

  /** Not zero exactly where one of the eight bytes is a quote or a backslash. */
  private static long marked(long word) {
    long quotes = word ^ QUOTES;
    long backslashes = word ^ BACKSLASHES;
    return (((quotes - ONES) & ~quotes) | ((backslashes - ONES) & ~backslashes)) & HIGHS;
  }

  private int space(int at) {
    int i = at;
    while (i >= 0 && i < to && (bytes[i] == ' ' || (bytes[i] <= '\r' && bytes[i] >= '\t'))) {
      i++;
    }
    return i;
  }

  private int byteAt(int at) {
    return at >= 0 && at < to ? bytes[at] : MALFORMED;
  }

  public boolean hasModel() {
    return modelFrom >= 0;
  }

  /** The model as it stands in the body, JSON escapes not resolved; empty where there is none. */
  public String rawModel() {
    return hasModel()
        ? new String(bytes, modelFrom, modelTo - modelFrom, StandardCharsets.UTF_8)
        : "";
  }

  /** Whether {@link #rawModel} has these bytes. */
  boolean rawModelIs(byte[] model) {
    return modelTo - modelFrom == model.length
        && Arrays.equals(
            bytes, Math.max(modelFrom, 0), Math.max(modelTo, 0), model, 0, model.length);
  }

  /** The model's name; empty where there is none. */
  public String model() {
    String raw = rawModel();
    return raw.indexOf('\\') < 0 ? raw : JsonTree.parse('"' + raw + '"').toString();
  }

  public boolean stream() {
    return stream;
  }

  public boolean includeUsage() {
    return includeUsage;
  }

  /** Whether there is a {@code tools} array with something in it. */
  public boolean hasTools() {
    return tools;
  }

  /** Whether {@code encoding_format} asks for base64. */
  public boolean base64() {
    return base64;
  }

  /** The value of {@code dimensions}, 0 where there is none. */
  public int dimensions() {
    return dimensions;
  }

  /** How many texts or token lists the {@code input} of an embeddings request has. */
  public int inputs() {
    if (byteAt(inputFrom) != '[') {
      return 1;
    }
    int i = space(inputFrom + 1);
    if (byteAt(i) != '"' && byteAt(i) != '[') {
      return 1;
    }
    int count = 0;
    while (true) {
      i = value(i);
      if (i == MALFORMED) {
        return count;
      }
      count++;
      i = space(i);
      if (byteAt(i) != ',') {
        return count;
      }
      i = space(i + 1);
    }
  }
}
