package dev.headgate.kernel.envelope;

import dev.headgate.kernel.json.Words;

/**
 * Checks JSON by the letter of RFC 8259 while passing over it: grammar, numbers, escapes, literals,
 * well-formed UTF-8, and a bound on nesting. Builds nothing. Each method starts at an index and
 * answers the index after what it passed; the first fault ends the scan.
 */
final class StrictJson {
  private final int maxDepth;
  private final long[] objects;

  private byte[] bytes = {};
  private int from;
  private int to;
  private int lastWord;
  private boolean escaped;

  /**
   * @param maxDepth how many objects and arrays may be open at once, the outermost included
   */
  StrictJson(int maxDepth) {
    if (maxDepth < 1) {
      throw new IllegalArgumentException("the nesting limit must be at least 1, not " + maxDepth);
    }
    this.maxDepth = maxDepth;
    this.objects = new long[(maxDepth >>> 6) + 1];
  }

  void begin(byte[] array, int start, int end) {
    bytes = array;
    from = start;
    to = end;
    lastWord = array.length - Long.BYTES;
  }

  /** Whether the string passed last holds an escape. */
  boolean escaped() {
    return escaped;
  }

  int space(int at) {
    int p = at;
    while (p < to) {
      byte c = bytes[p];
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return p;
      }
      p++;
    }
    return p;
  }

  /** Passes over white space, of which there must be an end. */
  int spaceThenMore(int at) {
    if (at < to && bytes[at] > ' ') {
      return at;
    }
    int p = space(at);
    if (p == to) {
      throw fault("the JSON ends too early", p);
    }
    return p;
  }

  int expect(int at, char sign, String problem) {
    if (at >= to || bytes[at] != sign) {
      throw fault(problem, at);
    }
    return at + 1;
  }

  /**
   * Passes over a value within the outermost object.
   *
   * @param at its first byte
   */
  int value(int at) {
    byte c = bytes[at];
    return switch (c) {
      case '"' -> string(at);
      case '{', '[' -> container(at);
      default -> scalar(at, c);
    };
  }

  /**
   * Passes over a string.
   *
   * @param at its opening quote
   */
  int string(int at) {
    byte[] b = bytes;
    escaped = false;
    int p = at + 1;
    if (p <= lastWord) {
      // most names and many values end within eight bytes
      long mask = Words.notPlain(Words.at(b, p));
      if (mask != 0) {
        int end = p + Words.first(mask);
        if (end < to && b[end] == '"') {
          return end + 1;
        }
      }
    }
    return longString(b, at);
  }

  private int longString(byte[] b, int at) {
    int p = at + 1;
    while (true) {
      p = plain(b, p);
      if (p >= to) {
        throw fault("a string does not end: it starts", at);
      }
      byte c = b[p];
      if (c == '"') {
        return p + 1;
      }
      if (c == '\\') {
        escaped = true;
        p = escape(p);
      } else if (c < 0) {
        do {
          p = multiByte(b, p);
        } while (p < to && b[p] < 0);
      } else {
        throw fault("a control character must be escaped in a string", p);
      }
    }
  }

  /** Finds the first byte that is not plain text; may look beyond the end, where it stops. */
  private int plain(byte[] b, int at) {
    int p = at;
    int last = lastWord;
    int end = to;
    while (p <= last) {
      long mask = Words.notPlain(Words.at(b, p));
      if (mask != 0) {
        return p + Words.first(mask);
      }
      p += Long.BYTES;
      if (p >= end) {
        return end;
      }
    }
    while (p < end && b[p] >= ' ' && b[p] != '"' && b[p] != '\\') {
      p++;
    }
    return p;
  }

  private int escape(int at) {
    int p = at + 1;
    if (p >= to) {
      throw fault("a string does not end: an escape is cut", at);
    }
    return switch (bytes[p]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> p + 1;
      case 'u' -> unit(p);
      default -> throw fault("no such escape in JSON", at);
    };
  }

  private int unit(int at) {
    for (int i = 1; i <= 4; i++) {
      if (at + i >= to || Character.digit(bytes[at + i], 16) < 0) {
        throw fault("\\u must be followed by four hexadecimal digits", at);
      }
    }
    return at + 5;
  }

  /** Passes over one character beyond ASCII: no overlong form, no surrogate, none past U+10FFFF. */
  private int multiByte(byte[] b, int at) {
    int lead = b[at] & 0xff;
    int tail = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    if (lead < 0xc2 || lead > 0xf4 || at + tail >= to) {
      throw fault("the body is not valid UTF-8", at);
    }
    int second = b[at + 1] & 0xff;
    int low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    int high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (second < low
        || second > high
        || (tail > 1 && b[at + 2] >= (byte) 0xc0)
        || (tail > 2 && b[at + 3] >= (byte) 0xc0)) {
      throw fault("the body is not valid UTF-8", at);
    }
    return at + tail + 1;
  }

  /** Passes over an object or array and all in it; keeps the kinds of the open ones as bits. */
  private int container(int at) {
    byte[] b = bytes;
    int depth = 1;
    int p = at;
    boolean object;
    while (true) {
      // at the opening of a container
      object = b[p] == '{';
      depth = push(depth, object, p);
      p = spaceThenMore(p + 1);
      boolean opened = true;
      if (b[p] != (object ? '}' : ']')) {
        p = object ? name(p) : p;
        byte c = b[p];
        if (c == '{' || c == '[') {
          continue;
        }
        p = c == '"' ? string(p) : scalar(p, c);
        opened = false;
      }
      // after a value, or at the end of an empty container
      while (true) {
        if (!opened) {
          p = spaceThenMore(p);
        }
        opened = false;
        byte c = b[p];
        if (c == ',') {
          p = spaceThenMore(p + 1);
          p = object ? name(p) : p;
          c = b[p];
          if (c == '{' || c == '[') {
            break;
          }
          p = c == '"' ? string(p) : scalar(p, c);
        } else if (c == (object ? '}' : ']')) {
          p++;
          depth--;
          if (depth == 1) {
            return p;
          }
          object = (objects[depth >>> 6] >>> depth & 1) != 0;
        } else {
          throw fault(object ? "expected ',' or '}'" : "expected ',' or ']'", p);
        }
      }
    }
  }

  private int push(int depth, boolean object, int at) {
    int next = depth + 1;
    if (next > maxDepth) {
      throw fault("the JSON is nested more than " + maxDepth + " levels deep", at);
    }
    long bit = 1L << next;
    objects[next >>> 6] = object ? objects[next >>> 6] | bit : objects[next >>> 6] & ~bit;
    return next;
  }

  /** Passes over a name and its colon to the first byte of the value. */
  private int name(int at) {
    if (bytes[at] != '"') {
      throw fault("expected a field name in double quotes", at);
    }
    return afterName(string(at));
  }

  /** Passes over the colon to the first byte of the value. */
  int afterName(int at) {
    int p = spaceThenMore(at);
    return spaceThenMore(expect(p, ':', "expected ':' after a field name"));
  }

  private int scalar(int at, byte first) {
    return switch (first) {
      case 't' -> literal(at, "true");
      case 'f' -> literal(at, "false");
      case 'n' -> literal(at, "null");
      default -> number(at);
    };
  }

  private int literal(int at, String word) {
    int length = word.length();
    if (at + length > to) {
      throw fault("expected a JSON value", at);
    }
    for (int i = 1; i < length; i++) {
      if (bytes[at + i] != word.charAt(i)) {
        throw fault("expected a JSON value", at);
      }
    }
    return at + length;
  }

  private int number(int at) {
    byte[] b = bytes;
    int p = at;
    if (b[p] == '-') {
      p++;
    }
    int digits = p;
    p = digits(p);
    if (p == digits) {
      throw fault("expected a JSON value", at);
    }
    if (b[digits] == '0' && p > digits + 1) {
      throw fault("a number must not begin with a zero", at);
    }
    if (p < to && b[p] == '.') {
      p = someDigits(p + 1, at);
    }
    if (p < to && (b[p] | 0x20) == 'e') {
      p++;
      if (p < to && (b[p] == '+' || b[p] == '-')) {
        p++;
      }
      p = someDigits(p, at);
    }
    return p;
  }

  private int someDigits(int at, int start) {
    int p = digits(at);
    if (p == at) {
      throw fault("a number lacks digits", start);
    }
    return p;
  }

  private int digits(int at) {
    int p = at;
    while (p < to && bytes[p] >= '0' && bytes[p] <= '9') {
      p++;
    }
    return p;
  }

  MalformedBodyException fault(String problem, int at) {
    return new MalformedBodyException(problem, at - from);
  }
}
