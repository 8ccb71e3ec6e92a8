package dev.headgate.kernel.envelope;

import dev.headgate.kernel.json.JsonText;
import java.nio.charset.StandardCharsets;

/**
 * Reads a request body in one pass: checks it by the letter of RFC 8259 and notes where its
 * top-level fields lie. Builds no tree and, for names of models seen before, allocates nothing. To
 * be used again and again by one thread at a time.
 *
 * <p>It accepts what Jackson accepts by default, but for three things: bytes that are not UTF-8
 * (overlong forms, surrogates) and a byte order mark are refused, half a surrogate pair is allowed
 * in an escaped name as it is in a value, and the only bound is that on nesting.
 */
public final class EnvelopeScanner {
  /** How deep a body may nest unless told otherwise: more than any tool's schema needs. */
  public static final int DEFAULT_MAX_DEPTH = 512;

  private final StrictJson json;

  /** A scanner with the default bound on nesting. */
  public EnvelopeScanner() {
    this(DEFAULT_MAX_DEPTH);
  }

  /**
   * @param maxDepth how many objects and arrays may be open at once, the outermost included
   */
  public EnvelopeScanner(int maxDepth) {
    json = new StrictJson(maxDepth);
  }

  /**
   * Scans a body.
   *
   * @param body holds it; not copied, so it must stay as it is while the envelope is used
   * @param from first byte
   * @param to one after the last byte
   * @param into takes the facts and forgets those that it had
   * @throws MalformedBodyException if it is not one well-formed JSON object
   */
  public void scan(byte[] body, int from, int to, ScannedEnvelope into) {
    into.begin(body, from, to);
    json.begin(body, from, to);
    int p = open(body, from, to);
    into.opensAt(p);
    p = json.spaceThenMore(p + 1);
    if (body[p] == '}') {
      p++;
    } else {
      p = fields(body, p, into);
    }
    p = json.space(p);
    if (p < to) {
      throw json.fault("there is more after the JSON object", p);
    }
    into.complete();
  }

  private int open(byte[] body, int from, int to) {
    int p = json.space(from);
    if (p == to) {
      throw json.fault("the body is empty where a JSON object is expected", p);
    }
    if (startsWithMark(body, p, to)) {
      throw json.fault("the body begins with a byte order mark; send plain UTF-8", p);
    }
    if (body[p] != '{') {
      throw json.fault("the body must be a JSON object, but something else begins", p);
    }
    return p;
  }

  private static boolean startsWithMark(byte[] body, int at, int to) {
    return to - at >= 3
        && body[at] == (byte) 0xef
        && body[at + 1] == (byte) 0xbb
        && body[at + 2] == (byte) 0xbf;
  }

  private int fields(byte[] body, int at, ScannedEnvelope into) {
    int p = at;
    while (true) {
      if (body[p] != '"') {
        throw json.fault("expected a field name in double quotes", p);
      }
      int nameEnd = json.string(p);
      int known =
          json.escaped()
              ? knownWithEscapes(body, p, nameEnd)
              : KnownField.of(body, p + 1, nameEnd - 1);
      int value = json.afterName(nameEnd);
      int valueEnd = json.value(value);
      into.add(p, nameEnd, value, valueEnd, known);
      p = json.spaceThenMore(valueEnd);
      byte c = body[p];
      if (c == '}') {
        return p + 1;
      }
      if (c != ',') {
        throw json.fault("expected ',' or '}'", p);
      }
      p = json.spaceThenMore(p + 1);
    }
  }

  private static int knownWithEscapes(byte[] body, int from, int to) {
    byte[] name = JsonText.decode(body, from, to).getBytes(StandardCharsets.UTF_8);
    return KnownField.of(name, 0, name.length);
  }
}
