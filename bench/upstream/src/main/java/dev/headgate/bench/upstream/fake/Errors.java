package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.Reason;

/** Error answers in the two dialects. */
final class Errors {

  private Errors() {}

  static byte[] of(int status, Dialect dialect, String message) {
    return of(status, dialect, message, "null");
  }

  /**
   * @param code the JSON value of OpenAI's {@code code}
   */
  static byte[] of(int status, Dialect dialect, String message, String code) {
    String json =
        dialect == Dialect.ANTHROPIC
            ? "{\"type\":\"error\",\"error\":{\"type\":\""
                + anthropicType(status)
                + "\",\"message\":\""
                + message
                + "\"},\"request_id\":\"req_upstream\"}"
            : "{\"error\":{\"message\":\""
                + message
                + "\",\"type\":\""
                + openAiType(status)
                + "\",\"param\":null,\"code\":"
                + code
                + "}}";
    String more = status == 429 ? "retry-after: 7\r\n" : "";
    return Http.json(status + " " + Reason.of(status), more, json);
  }

  private static String openAiType(int status) {
    return switch (status) {
      case 401 -> "authentication_error";
      case 403 -> "permission_error";
      case 429 -> "rate_limit_error";
      default -> status >= 500 ? "server_error" : "invalid_request_error";
    };
  }

  private static String anthropicType(int status) {
    return switch (status) {
      case 401 -> "authentication_error";
      case 403 -> "permission_error";
      case 404 -> "not_found_error";
      case 413 -> "request_too_large";
      case 429 -> "rate_limit_error";
      case 529 -> "overloaded_error";
      default -> status >= 500 ? "api_error" : "invalid_request_error";
    };
  }
}
