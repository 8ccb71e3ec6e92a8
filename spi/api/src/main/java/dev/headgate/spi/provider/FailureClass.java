package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;

/** The classes of failed calls, by the names under which clients and records know them. */
@Preview
public enum FailureClass {
  BAD_REQUEST("BadRequestError", "invalid_request_error"),
  CONTEXT_WINDOW("ContextWindowExceededError", "invalid_request_error"),
  CONTENT_POLICY("ContentPolicyViolationError", "invalid_request_error"),
  AUTHENTICATION("AuthenticationError", "authentication_error"),
  PERMISSION("PermissionDeniedError", "permission_error"),
  NOT_FOUND("NotFoundError", "not_found_error"),
  TIMEOUT("Timeout", "timeout_error"),
  CONFLICT("ConflictError", "invalid_request_error"),
  UNPROCESSABLE("UnprocessableEntityError", "invalid_request_error"),
  RATE_LIMIT("RateLimitError", "throttling_error"),
  SERVER("InternalServerError", "internal_server_error"),
  BAD_GATEWAY("BadGatewayError", "internal_server_error"),
  UNAVAILABLE("ServiceUnavailableError", "internal_server_error"),
  CONNECTION("APIConnectionError", "internal_server_error");

  private final String className;
  private final String errorType;

  FailureClass(String className, String errorType) {
    this.className = className;
    this.errorType = errorType;
  }

  /** The name of the class, such as {@code RateLimitError}. */
  public String className() {
    return className;
  }

  /** The {@code type} of the error that the client gets. */
  public String errorType() {
    return errorType;
  }

  /**
   * The class of an error status when nothing more is known.
   *
   * @param status 400 or above
   */
  public static FailureClass ofStatus(int status) {
    return switch (status) {
      case 401 -> AUTHENTICATION;
      case 403 -> PERMISSION;
      case 404 -> NOT_FOUND;
      case 408, 504 -> TIMEOUT;
      case 409 -> CONFLICT;
      case 422 -> UNPROCESSABLE;
      case 429 -> RATE_LIMIT;
      case 502 -> BAD_GATEWAY;
      case 503 -> UNAVAILABLE;
      default -> status >= 500 ? SERVER : BAD_REQUEST;
    };
  }
}
