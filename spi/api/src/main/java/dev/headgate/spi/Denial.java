package dev.headgate.spi;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A refusal, as the client shall see it. Immutable; the methods that take a value return a changed
 * copy. The kernel writes it in the client's dialect: {@code {"error": {"message", "type", "param",
 * "code"}}}, or {@code {"type": "error", "error": {"type", "message"}}} for Messages.
 */
@Preview
public final class Denial {
  private final int status;
  private final String type;
  private final String message;
  private final String code;
  private final @Nullable String param;
  private final @Nullable Duration retryAfter;
  private final Map<String, String> headers;

  private Denial(
      int status,
      String type,
      String message,
      String code,
      @Nullable String param,
      @Nullable Duration retryAfter,
      Map<String, String> headers) {
    this.status = status;
    this.type = Objects.requireNonNull(type, "type");
    this.message = Objects.requireNonNull(message, "message");
    this.code = Objects.requireNonNull(code, "code");
    this.param = param;
    this.retryAfter = retryAfter;
    this.headers = headers;
  }

  /**
   * A refusal whose code is its status.
   *
   * @param status the HTTP status, 400 to 599
   * @param type the machine-readable type
   * @param message for the person who meets it: what was refused, by which limit or setting, and
   *     what to do; no secret
   */
  public static Denial of(int status, String type, String message) {
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("a denial has a status from 400 to 599, not " + status);
    }
    return new Denial(status, type, message, Integer.toString(status), null, null, Map.of());
  }

  /** With the field or entity that is at fault. */
  public Denial param(String newParam) {
    return new Denial(status, type, message, code, newParam, retryAfter, headers);
  }

  /** With a code other than the status. */
  public Denial code(String newCode) {
    return new Denial(status, type, message, newCode, param, retryAfter, headers);
  }

  /** With the time after which to try again. */
  public Denial retryAfter(Duration newRetryAfter) {
    return new Denial(status, type, message, code, param, newRetryAfter, headers);
  }

  /** With one more response header. */
  public Denial header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Denial(status, type, message, code, param, retryAfter, Map.copyOf(more));
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The machine-readable type. */
  public String type() {
    return type;
  }

  /** The text for the person who meets it. */
  public String message() {
    return message;
  }

  /** The code, a string also when it is a number. */
  public String code() {
    return code;
  }

  /** The field or entity at fault. */
  public Optional<String> param() {
    return Optional.ofNullable(param);
  }

  /** When to try again. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** More response headers. */
  public Map<String, String> headers() {
    return headers;
  }

  @Override
  public String toString() {
    return status + " " + type + ": " + message;
  }
}
