package dev.headgate.providers.mock;

import dev.headgate.spi.Dialect;
import dev.headgate.spi.provider.FailureClass;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An error in place of an answer.
 *
 * @param failure its class
 * @param message its text
 */
record Failure(FailureClass failure, String message) {
  private static final String PREFIX = "litellm.";

  /**
   * Reads a class name such as {@code litellm.RateLimitError}, which may be followed by a colon and
   * a text.
   *
   * @return null when it is none, and so the text of an answer
   */
  static @Nullable Failure of(String response) {
    if (!response.startsWith(PREFIX)) {
      return null;
    }
    int colon = response.indexOf(':');
    String name = colon < 0 ? response : response.substring(0, colon);
    for (FailureClass failure : FailureClass.values()) {
      if (name.equals(PREFIX + failure.className())) {
        String text = colon < 0 ? "" : response.substring(colon + 1).strip();
        return new Failure(failure, text.isEmpty() ? "Mock " + failure.className() : text);
      }
    }
    return null;
  }

  /** Whether there is no answer at all, rather than one with an error status. */
  boolean withoutAnswer() {
    return failure == FailureClass.CONNECTION || failure == FailureClass.TIMEOUT;
  }

  int status() {
    return switch (failure) {
      case BAD_REQUEST, CONTEXT_WINDOW, CONTENT_POLICY -> 400;
      case AUTHENTICATION -> 401;
      case PERMISSION -> 403;
      case NOT_FOUND -> 404;
      case TIMEOUT -> 408;
      case CONFLICT -> 409;
      case UNPROCESSABLE -> 422;
      case RATE_LIMIT -> 429;
      case SERVER, CONNECTION -> 500;
      case BAD_GATEWAY -> 502;
      case UNAVAILABLE -> 503;
    };
  }

  /** The body that an upstream of the dialect would send. */
  byte[] body(Dialect dialect) {
    String text = Json.quoted(message);
    String json =
        dialect == Dialect.ANTHROPIC
            ? "{\"type\":\"error\",\"error\":{\"type\":\"%s\",\"message\":%s}}"
                .formatted(anthropicType(), text)
            : "{\"error\":{\"message\":%s,\"type\":\"%s\",\"param\":null,\"code\":%s}}"
                .formatted(text, openAiType(), openAiCode());
    return json.getBytes(StandardCharsets.UTF_8);
  }

  private String openAiType() {
    return switch (failure) {
      case RATE_LIMIT -> "rate_limit_exceeded";
      case SERVER, BAD_GATEWAY, UNAVAILABLE, CONNECTION -> "server_error";
      default -> "invalid_request_error";
    };
  }

  private String openAiCode() {
    return switch (failure) {
      case CONTEXT_WINDOW -> "\"context_length_exceeded\"";
      case CONTENT_POLICY -> "\"content_policy_violation\"";
      case AUTHENTICATION -> "\"invalid_api_key\"";
      case NOT_FOUND -> "\"model_not_found\"";
      case RATE_LIMIT -> "\"rate_limit_exceeded\"";
      default -> "null";
    };
  }

  private String anthropicType() {
    return switch (failure) {
      case AUTHENTICATION -> "authentication_error";
      case PERMISSION -> "permission_error";
      case NOT_FOUND -> "not_found_error";
      case RATE_LIMIT -> "rate_limit_error";
      case UNAVAILABLE -> "overloaded_error";
      case SERVER, BAD_GATEWAY, CONNECTION -> "api_error";
      default -> "invalid_request_error";
    };
  }
}
