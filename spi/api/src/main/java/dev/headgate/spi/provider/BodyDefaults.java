package dev.headgate.spi.provider;

import dev.headgate.spi.Preview;
import dev.headgate.spi.Settings;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The part of {@code litellm_params} that is meant for the upstream: every key that neither the
 * gateway nor the provider reads itself is a field of the body for requests that lack it, and so is
 * each key of {@code extra_body}. The fields of {@code additional_drop_params} are taken out.
 * Prepared once for each deployment; used by many threads.
 */
@Preview
public final class BodyDefaults {
  private static final Set<String> GATEWAY_KEYS =
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
          "headers",
          "extra_headers",
          "extra_body",
          "ssl_verify",
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
          "max_budget",
          "budget_duration",
          "default_api_key_tpm_limit",
          "default_api_key_rpm_limit",
          "configurable_clientside_auth_params",
          "drop_params",
          "additional_drop_params",
          "allowed_openai_params",
          "model_info",
          "rust",
          "use_in_pass_through",
          "use_litellm_proxy",
          "mock_response",
          "mock_timeout",
          "mock_delay");

  private static final class Field {
    private final String name;
    private final byte[] json;
    private final boolean boundsOutput;

    Field(String name, byte[] json) {
      this.name = name;
      this.json = json;
      this.boundsOutput = boundsOutput(name);
    }
  }

  private final Field[] fields;
  private final String[] dropped;

  private BodyDefaults(Field[] fields, String[] dropped) {
    this.fields = fields;
    this.dropped = dropped;
  }

  /**
   * Reads them.
   *
   * @param params {@code litellm_params}
   * @param own the keys that the provider reads itself
   */
  public static BodyDefaults of(Settings params, Set<String> own) {
    List<Field> fields = new ArrayList<>();
    for (String key : params.keys()) {
      if (!GATEWAY_KEYS.contains(key) && !key.contains("_cost") && !own.contains(key)) {
        add(fields, params, key);
      }
    }
    Settings extraBody = params.section("extra_body");
    for (String key : extraBody.keys()) {
      add(fields, extraBody, key);
    }
    return new BodyDefaults(
        fields.toArray(Field[]::new),
        params.texts("additional_drop_params").toArray(String[]::new));
  }

  private static void add(List<Field> fields, Settings settings, String key) {
    settings
        .json(key)
        .map(json -> new Field(key, json.getBytes(StandardCharsets.UTF_8)))
        .ifPresent(fields::add);
  }

  private static boolean boundsOutput(String key) {
    return switch (key) {
      case "max_tokens", "max_completion_tokens", "max_output_tokens", "max_tokens_to_sample" ->
          true;
      default -> false;
    };
  }

  /**
   * Puts into a body what it lacks, and takes out what is to be dropped. A limit of the output
   * counts as there under any of its names.
   *
   * @param envelope the body as the client sent it
   * @param edit the edits of the body for one attempt
   */
  public void apply(Envelope envelope, BodyEdit edit) {
    for (Field field : fields) {
      boolean given =
          field.boundsOutput
              ? envelope.maxOutputTokens() >= 0
              : envelope.field(field.name).present();
      if (!given) {
        edit.setField(field.name, field.json);
      }
    }
    for (String name : dropped) {
      edit.removeField(name);
    }
  }
}
