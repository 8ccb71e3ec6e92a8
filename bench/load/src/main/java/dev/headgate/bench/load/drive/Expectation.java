package dev.headgate.bench.load.drive;

import dev.headgate.bench.upstream.fake.Stamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What makes an answer right. Anything else is an error, however fast it came. */
public final class Expectation {

  /** How closely the body is looked at. */
  public enum Closeness {
    /** Status alone. */
    STATUS,
    /** The same text, in whatever JSON a gateway makes of it. */
    TEXT,
    /** The same bytes as the upstream's, stamps apart. */
    BYTES
  }

  static final String RIGHT = "";

  private final int status;
  private final Closeness closeness;
  private final byte[] body;
  private final List<Integer> stamps;
  private final List<String> textFields;
  private final String text;
  private final boolean stream;
  private final List<String> headers;

  private Expectation(
      int status,
      Closeness closeness,
      byte[] body,
      List<String> textFields,
      boolean stream,
      List<String> headers) {
    this.status = status;
    this.closeness = closeness;
    this.body = body;
    this.textFields = textFields;
    this.stream = stream;
    this.headers = headers;
    stamps = stamps(body);
    text = JoinedText.of(body, body.length, textFields);
  }

  /** Only the status counts. */
  public static Expectation status(int status) {
    return new Expectation(status, Closeness.STATUS, new byte[0], List.of(), false, List.of());
  }

  /**
   * The answer is to be that of the upstream.
   *
   * @param golden the upstream's body, without framing
   * @param textFields the JSON fields whose values make up the text
   */
  public static Expectation of(
      Closeness closeness, byte[] golden, List<String> textFields, boolean stream) {
    return new Expectation(200, closeness, golden, textFields, stream, List.of());
  }

  /** The same, and the answer has these headers (lower case). */
  public Expectation withHeaders(List<String> names) {
    return new Expectation(status, closeness, body, textFields, stream, List.copyOf(names));
  }

  /** Whether the answer is a stream, whose events are timed. */
  boolean isStream() {
    return stream;
  }

  /** Gives what is wrong, or {@link #RIGHT}. */
  String verdict(AnswerReader answer) {
    if (answer.status() != status) {
      return "status " + answer.status() + " instead of " + status;
    }
    for (String header : headers) {
      if (!answer.hasHeader(header)) {
        return "the header " + header + " is missing";
      }
    }
    return switch (closeness) {
      case STATUS -> RIGHT;
      case BYTES -> sameBytes(answer.body()) ? RIGHT : "the body differs from the upstream's";
      case TEXT -> sameText(answer.body());
    };
  }

  private boolean sameBytes(Body answer) {
    if (answer.length() != body.length) {
      return false;
    }
    int from = 0;
    for (int stamp : stamps) {
      if (differs(answer, from, stamp)) {
        return false;
      }
      from = stamp + Stamp.DIGITS;
    }
    return !differs(answer, from, body.length);
  }

  private boolean differs(Body answer, int from, int to) {
    return !Arrays.equals(body, from, to, answer.bytes(), from, to);
  }

  private String sameText(Body answer) {
    int length = answer.length();
    if (stream) {
      if (!JoinedText.contains(answer.bytes(), length, terminator())) {
        return "the stream has no " + terminator();
      }
    } else if (length < 2 || answer.bytes()[0] != '{' || answer.bytes()[lastSolid(answer)] != '}') {
      return "the body is not a JSON object";
    }
    return JoinedText.of(answer.bytes(), length, textFields).equals(text)
        ? RIGHT
        : "the text differs from the upstream's";
  }

  private String terminator() {
    for (String end : List.of("[DONE]", "message_stop", "response.completed")) {
      if (JoinedText.contains(body, body.length, end)) {
        return end;
      }
    }
    return "data:";
  }

  private static int lastSolid(Body answer) {
    int last = answer.length() - 1;
    while (last > 0 && answer.bytes()[last] <= ' ') {
      last--;
    }
    return last;
  }

  private static List<Integer> stamps(byte[] body) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i + Stamp.DIGITS < body.length; i++) {
      if (body[i] == Stamp.MARK && digitsAt(body, i + 1)) {
        found.add(i + 1);
      }
    }
    return found;
  }

  private static boolean digitsAt(byte[] body, int from) {
    for (int i = from; i < from + Stamp.DIGITS; i++) {
      if (body[i] < '0' || body[i] > '9') {
        return false;
      }
    }
    return true;
  }
}
