package dev.headgate.kernel.envelope;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes request bodies of any shape, and breaks them. The same seed makes the same bodies. */
final class Bodies {
  private static final String[] NAMES = {
    "model",
    "stream",
    "stream_options",
    "user",
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "messages",
    "metadata",
    "temperature",
    "tools",
    "naïve",
    "x",
    "",
    "mod\\u0065l",
    "a\\\"b",
    "\\ud83d\\ude00",
    "input",
    "system",
    "stre\\u0061m"
  };
  private static final String[] NUMBERS = {
    "0",
    "-0",
    "1",
    "42",
    "1.0",
    "1e3",
    "1E+3",
    "2.5e-7",
    "-12.50",
    "9007199254740993",
    "123456789012345678901234567890",
    "0.1",
    "1e400"
  };
  private static final String[] ODD_VALUES = {
    "01",
    "1.",
    ".5",
    "+1",
    "-",
    "1e",
    "1e+",
    "NaN",
    "Infinity",
    "tru",
    "True",
    "nul",
    "'x'",
    "\"\\x\"",
    "\"\\u12g4\"",
    "\"a\nb\"",
    "\"open",
    "[1,]",
    "{\"a\":1,}",
    "{a:1}",
    "[1 2]",
    "{\"a\" 1}",
    "",
    "//x\n1",
    "\u00a01",
    "{\"a\":}",
    "[,]",
    "]",
    "}",
    "\"\\",
    "\"\\u00",
    "-a",
    "0x10",
    "1_000",
    "truefalse"
  };

  private final Random random;

  Bodies(long seed) {
    random = new Random(seed);
  }

  Random random() {
    return random;
  }

  byte[] wellFormed() {
    StringBuilder json = new StringBuilder();
    json.append(space());
    object(json, 0, random.nextInt(9));
    json.append(space());
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The names and values of an object as they are written, for a construction by hand. */
  record Member(String rawName, String value) {}

  List<Member> members() {
    List<Member> members = new ArrayList<>();
    int count = random.nextInt(7);
    for (int i = 0; i < count; i++) {
      members.add(new Member(pick(NAMES), value(random.nextInt(3))));
    }
    return members;
  }

  String value(int depth) {
    StringBuilder json = new StringBuilder();
    value(json, depth);
    return json.toString();
  }

  private void object(StringBuilder json, int depth, int count) {
    json.append('{').append(space());
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        json.append(',').append(space());
      }
      json.append('"').append(pick(NAMES)).append('"').append(space()).append(':').append(space());
      value(json, depth + 1);
      json.append(space());
    }
    json.append('}');
  }

  private void value(StringBuilder json, int depth) {
    int kind = random.nextInt(depth > 6 ? 7 : 10);
    switch (kind) {
      case 0 -> json.append("true");
      case 1 -> json.append("false");
      case 2 -> json.append("null");
      case 3 -> json.append(pick(NUMBERS));
      case 4, 5, 6 -> string(json);
      case 7, 8 -> object(json, depth, random.nextInt(4));
      default -> {
        json.append('[').append(space());
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
          if (i > 0) {
            json.append(',').append(space());
          }
          value(json, depth + 1);
          json.append(space());
        }
        json.append(']');
      }
    }
  }

  private void string(StringBuilder json) {
    json.append('"');
    int length = random.nextInt(random.nextInt(8) == 0 ? 200 : 12);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(14)) {
        case 0 -> json.append("\\n");
        case 1 -> json.append("\\\"");
        case 2 -> json.append("\\\\");
        case 3 -> json.append("\\/\\b\\f\\r\\t");
        case 4 -> json.append("\\u00e9\\uD83D\\uDe00");
        case 5 -> json.append("é안漢");
        case 6 -> json.append("🌍\u007f");
        default -> json.append((char) ('a' + random.nextInt(26)));
      }
    }
    json.append('"');
  }

  String space() {
    return switch (random.nextInt(8)) {
      case 0 -> " ";
      case 1 -> "\n  ";
      case 2 -> "\t\r\n";
      default -> "";
    };
  }

  /** A body broken, or perhaps not, in a place chosen by chance. */
  byte[] mutated(byte[] body) {
    int at = random.nextInt(body.length + 1);
    return switch (random.nextInt(6)) {
      case 0 -> spliced(body, at, Math.min(body.length, at + 1), new byte[0]);
      case 1 -> spliced(body, at, at, new byte[] {(byte) random.nextInt(256)});
      case 2 ->
          spliced(body, at, Math.min(body.length, at + 1), new byte[] {(byte) random.nextInt(256)});
      case 3 -> spliced(body, at, body.length, new byte[0]);
      case 4 ->
          spliced(
              body, at, at, new byte[] {(byte) "{}[],:\"\\0-.eEtfn \n".charAt(random.nextInt(18))});
      default -> {
        byte[] odd = ODD_VALUES[random.nextInt(ODD_VALUES.length)].getBytes(StandardCharsets.UTF_8);
        int colon = indexOfColon(body, at);
        yield spliced(body, colon, colon, odd);
      }
    };
  }

  private static int indexOfColon(byte[] body, int from) {
    for (int i = from; i < body.length; i++) {
      if (body[i] == ':') {
        return i + 1;
      }
    }
    return from;
  }

  static byte[] spliced(byte[] body, int from, int to, byte[] replacement) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(body, 0, from);
    out.write(replacement, 0, replacement.length);
    out.write(body, to, body.length - to);
    return out.toByteArray();
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }
}
