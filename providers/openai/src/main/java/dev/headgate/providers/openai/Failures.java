package dev.headgate.providers.openai;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.provider.FailureClass;
import java.util.List;
import java.util.Locale;

/**
 * Tells a prompt that is too long, and one that was refused for what it says, from other errors.
 */
final class Failures {
  private static final List<String> LENGTH_CODES =
      List.of("context_length_exceeded", "model_max_prompt_tokens_exceeded");
  private static final List<String> POLICY_CODES =
      List.of("content_policy_violation", "content_filter", "moderation_blocked", "cyber_policy");

  // Services without codes of their own say it in words.
  private static final List<String> LENGTH_WORDS =
      List.of(
          "maximum context length",
          "model's context length",
          "maximum context limit",
          "exceeds the context window",
          "exceed context limit",
          "context window exceeds",
          "exceeds maximum input length",
          "exceed the configured limit",
          "prompt is too long",
          "prompt contains too many tokens",
          "exceeds the maximum number of tokens",
          "exceeds the available context size");
  private static final List<String> POLICY_WORDS =
      List.of(
          "content management policy",
          "content policy",
          "safety system",
          "usage policies",
          "content_filter_policy");

  private Failures() {}

  static FailureClass classify(int status, Bytes body) {
    if (status != 400 && status != 413 && status != 422) {
      return FailureClass.ofStatus(status);
    }
    ErrorBody error = ErrorBody.of(body);
    if (LENGTH_CODES.contains(error.code()) || saysAny(error, LENGTH_WORDS)) {
      return FailureClass.CONTEXT_WINDOW;
    }
    if (POLICY_CODES.contains(error.code())
        || POLICY_CODES.contains(error.type())
        || saysAny(error, POLICY_WORDS)) {
      return FailureClass.CONTENT_POLICY;
    }
    return FailureClass.ofStatus(status);
  }

  private static boolean saysAny(ErrorBody error, List<String> words) {
    String message = error.message().toLowerCase(Locale.ROOT);
    return words.stream().anyMatch(message::contains);
  }
}
