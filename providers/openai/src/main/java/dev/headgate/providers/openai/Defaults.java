package dev.headgate.providers.openai;

import dev.headgate.spi.Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The keys of {@code litellm_params} that are the provider's own: defaults of the request body. */
final class Defaults {
  private static final Set<String> GATEWAY =
      Set.of(
          "model",
          "api_key",
          "api_base",
          "base_url",
          "api_version",
          "organization",
          "region_name",
          "litellm_credential_name",
          "custom_llm_provider",
          "rpm",
          "tpm",
          "max_parallel_requests",
          "weight",
          "order",
          "tags",
          "timeout",
          "stream_timeout",
          "max_retries",
          "num_retries",
          "cooldown_time",
          "mock_response",
          "mock_timeout",
          "mock_delay",
          "rust",
          "extra_headers",
          "headers",
          "ssl_verify",
          "use_in_pass_through",
          "use_litellm_proxy",
          "merge_reasoning_content_in_choices",
          "max_budget",
          "budget_duration",
          "drop_params",
          "additional_drop_params",
          "allowed_openai_params",
          "configurable_clientside_auth_params",
          "tiered_pricing",
          "model_info");

  /**
   * A default.
   *
   * @param name the field
   * @param json its value
   */
  record Field(String name, String json) {
    byte[] bytes() {
      return json.getBytes(StandardCharsets.UTF_8);
    }
  }

  private Defaults() {}

  static List<Field> of(Settings params) {
    List<Field> fields = new ArrayList<>();
    for (String key : params.keys()) {
      if (!GATEWAY.contains(key) && !price(key)) {
        params.json(key).ifPresent(json -> fields.add(new Field(key, json)));
      }
    }
    return List.copyOf(fields);
  }

  private static boolean price(String key) {
    return key.contains("_cost") || key.contains("cost_per_") || key.startsWith("litellm_");
  }
}
