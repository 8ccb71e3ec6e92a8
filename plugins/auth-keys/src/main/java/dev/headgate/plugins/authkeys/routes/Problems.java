package dev.headgate.plugins.authkeys.routes;

import dev.headgate.spi.Denial;
import dev.headgate.spi.http.DenialException;

/** The errors of management routes. */
final class Problems {
  private static final String INVALID = "invalid_request_error";

  private Problems() {}

  /** A field that holds what it may not. */
  static DenialException field(String name, String problem) {
    return new DenialException(
        Denial.of(422, INVALID, "The field " + name + " " + problem + ".").param(name));
  }

  /** A request that cannot be done, because of this field. */
  static DenialException bad(String name, String sentence) {
    return new DenialException(Denial.of(400, INVALID, sentence).param(name));
  }

  /** A field that a request cannot do without. */
  static DenialException missing(String name) {
    return field(name, "is missing");
  }

  /** Something that is not there. */
  static DenialException notFound(String name, String what) {
    return new DenialException(
        Denial.of(404, "not_found_error", "There is no " + what + ".").param(name));
  }

  /** Something that is there already. */
  static DenialException exists(String name, String what) {
    return new DenialException(
        Denial.of(409, INVALID, "There is already " + what + ".").param(name));
  }

  /** Something that only others may do. */
  static DenialException forbidden(String sentence) {
    return new DenialException(
        Denial.of(403, "auth_error", "Authentication Error, " + sentence + "."));
  }
}
