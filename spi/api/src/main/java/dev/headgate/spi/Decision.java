package dev.headgate.spi;

import java.time.Duration;

/**
 * What a gate or a policy says of a request. The kernel merges the decisions of several plugins:
 * deny before respond before warn before allow; among equals the first one counts, and every
 * warning is kept.
 */
@Preview
public sealed interface Decision {

  /** Go on. */
  Decision ALLOW = new Allow();

  /** Go on. */
  record Allow() implements Decision {}

  /**
   * Go on, and tell the client in a {@code warning} header.
   *
   * @param text one sentence of printable ASCII
   */
  record Warn(String text) implements Decision {}

  /**
   * Do not go on; this is the answer.
   *
   * @param status the HTTP status
   * @param contentType the media type of the body
   * @param body the body, in the client's dialect
   */
  record Respond(int status, String contentType, Bytes body) implements Decision {}

  /**
   * Do not go on; the client gets an error in the dialect that it spoke.
   *
   * @param denial the error
   */
  record Deny(Denial denial) implements Decision {}

  /** Go on. */
  static Decision allow() {
    return ALLOW;
  }

  /**
   * Go on, and tell the client.
   *
   * @param text one sentence of printable ASCII
   */
  static Decision warn(String text) {
    return new Warn(text);
  }

  /**
   * Refuse.
   *
   * @param status the HTTP status
   * @param type the machine-readable type, such as {@code budget_exceeded}
   * @param message for the person who meets it
   */
  static Decision deny(int status, String type, String message) {
    return new Deny(Denial.of(status, type, message));
  }

  /**
   * Refuse.
   *
   * @param denial the error
   */
  static Decision deny(Denial denial) {
    return new Deny(denial);
  }

  /**
   * Refuse for a while.
   *
   * @param status the HTTP status, 429 or 503
   * @param type the machine-readable type
   * @param message for the person who meets it
   * @param retryAfter when to try again; rounded up to whole seconds on the wire
   */
  static Decision deny(int status, String type, String message, Duration retryAfter) {
    return new Deny(Denial.of(status, type, message).retryAfter(retryAfter));
  }

  /**
   * Answer in the upstream's place.
   *
   * @param status the HTTP status
   * @param contentType the media type of the body
   * @param body the body, in the client's dialect
   */
  static Decision respond(int status, String contentType, Bytes body) {
    return new Respond(status, contentType, body);
  }
}
