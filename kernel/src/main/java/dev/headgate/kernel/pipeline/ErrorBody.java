package dev.headgate.kernel.pipeline;

import dev.headgate.spi.Denial;
import dev.headgate.spi.Dialect;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Errors in the shapes of the dialects. */
final class ErrorBody {
  private ErrorBody() {}

  /** The body of an error answer. */
  static byte[] of(Dialect dialect, Denial denial) {
    return bytes(dialect == Dialect.ANTHROPIC ? anthropic(denial) : openAi(denial, null));
  }

  /** The body of an error answer that carries the provider's own error along. */
  static byte[] of(Dialect dialect, Denial denial, @Nullable String providerError) {
    return bytes(dialect == Dialect.ANTHROPIC ? anthropic(denial) : openAi(denial, providerError));
  }

  /** The event that ends a stream which broke off. */
  static byte[] event(Dialect dialect, Denial denial) {
    return bytes(
        switch (dialect) {
          case ANTHROPIC -> "event: error\ndata: " + anthropic(denial) + "\n\n";
          case RESPONSES ->
              "event: error\ndata: {\"type\":\"error\",\"code\":"
                  + quote(denial.code())
                  + ",\"message\":"
                  + quote(denial.message())
                  + ",\"param\":null}\n\n";
          default ->
              "data: {\"error\":{\"message\":"
                  + quote(denial.message())
                  + ",\"type\":null,\"param\":null,\"code\":"
                  + quote(denial.code())
                  + "}}\n\n";
        });
  }

  private static String openAi(Denial denial, @Nullable String providerError) {
    return "{\"error\":{\"message\":"
        + quote(denial.message())
        + ",\"type\":"
        + quote(denial.type())
        + ",\"param\":"
        + denial.param().map(ErrorBody::quote).orElse("null")
        + ",\"code\":"
        + quote(denial.code())
        + (providerError == null
            ? ""
            : ",\"provider_specific_fields\":{\"error\":" + providerError + "}")
        + "}}";
  }

  private static String anthropic(Denial denial) {
    return "{\"type\":\"error\",\"error\":{\"type\":"
        + quote(anthropicType(denial))
        + ",\"message\":"
        + quote(denial.message())
        + "}}";
  }

  /** Anthropic's clients know a closed set of types, told by the status. */
  private static String anthropicType(Denial denial) {
    return switch (denial.status()) {
      case 400, 422 ->
          denial.type().equals("budget_exceeded") ? denial.type() : "invalid_request_error";
      case 401 -> "authentication_error";
      case 403 -> "permission_error";
      case 404 -> "not_found_error";
      case 413 -> "request_too_large";
      case 429 -> "rate_limit_error";
      case 503, 529 -> "overloaded_error";
      case 408, 504 -> "timeout_error";
      default -> denial.status() >= 500 ? "api_error" : "invalid_request_error";
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A JSON string. */
  static String quote(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
