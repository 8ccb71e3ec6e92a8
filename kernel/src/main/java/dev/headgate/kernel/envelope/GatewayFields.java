package dev.headgate.kernel.envelope;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Body fields that speak to the gateway and must not reach an upstream. {@code metadata} is not
 * among them: in some dialects it is the provider's own, so whoever sends the body decides.
 */
public final class GatewayFields {
  private static final List<String> NAMES =
      List.of(
          "litellm_metadata",
          "litellm_trace_id",
          "litellm_session_id",
          "litellm_call_id",
          "litellm_credential_name",
          "custom_llm_provider",
          "api_key",
          "api_base",
          "base_url",
          "extra_headers",
          "no-log",
          "context_window_fallbacks",
          "content_policy_fallbacks",
          "max_retries",
          "stream_timeout",
          "drop_params",
          "additional_drop_params",
          "allowed_openai_params",
          "tags",
          "guardrails",
          "cache",
          "fallbacks",
          "disable_fallbacks",
          "num_retries",
          "timeout",
          "mock_response",
          "mock_timeout",
          "mock_delay",
          "mock_testing_fallbacks",
          "mock_testing_context_window_fallbacks",
          "mock_testing_content_policy_fallbacks",
          "mock_testing_rate_limit_error");
  private static final String[][] BY_LENGTH = byLength();

  private GatewayFields() {}

  private static String[][] byLength() {
    int longest = NAMES.stream().mapToInt(String::length).max().orElse(0);
    String[][] names = new String[longest + 1][];
    for (int i = 0; i <= longest; i++) {
      int length = i;
      names[i] = NAMES.stream().filter(name -> name.length() == length).toArray(String[]::new);
    }
    return names;
  }

  /**
   * Removes them from what goes upstream.
   *
   * @param envelope the body as the client sent it
   * @param body what becomes of it
   */
  public static void remove(ScannedEnvelope envelope, SplicedBody body) {
    for (int field = 0; field < envelope.fieldCount(); field++) {
      if (isOne(envelope, field)) {
        body.remove(field);
      }
    }
  }

  private static boolean isOne(ScannedEnvelope envelope, int field) {
    int start = envelope.nameStart(field);
    int end = envelope.nameEnd(field);
    String @Nullable [] candidates = candidates(envelope.array(), start, end);
    if (candidates == null) {
      return NAMES.contains(envelope.fieldName(field));
    }
    for (String name : candidates) {
      if (envelope.hasName(field, name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The names of the same length; null when the name has escapes, so that its length says nothing.
   */
  private static String @Nullable [] candidates(byte[] b, int start, int end) {
    for (int i = start + 1; i < end - 1; i++) {
      if (b[i] == '\\') {
        return null;
      }
    }
    int length = end - start - 2;
    return length < BY_LENGTH.length ? BY_LENGTH[length] : BY_LENGTH[0];
  }
}
