package dev.headgate.kernel.config;

import static dev.headgate.kernel.config.SettingType.DURATION;
import static dev.headgate.kernel.config.SettingType.FLAG;
import static dev.headgate.kernel.config.SettingType.SECRET;
import static dev.headgate.kernel.config.SettingType.TEXT;
import static dev.headgate.kernel.config.SettingType.TEXTS;

import dev.headgate.spi.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of LiteLLM's sections that are honoured. */
public final class LiteLlmSettings {
  public static final Setting<Optional<Secret>> MASTER_KEY =
      Setting.of(
          "general_settings.master_key",
          SECRET.optional(),
          Optional.empty(),
          "",
          "The key that may do everything; the variable `LITELLM_MASTER_KEY` sets it, too.");

  public static final Setting<Boolean> PERMIT_WEAK_MASTER_KEY =
      Setting.of(
          "general_settings.dangerously_permit_weak_or_unset_master_key",
          FLAG,
          false,
          "false",
          "Whether the gateway starts without a master key or with a weak one.");

  public static final Setting<Optional<String>> KEY_HEADER_NAME =
      Setting.of(
          "general_settings.litellm_key_header_name",
          TEXT.optional(),
          Optional.empty(),
          "",
          "A header that may carry the client's key, with or without `Bearer`.");

  public static final Setting<Optional<String>> USER_HEADER_NAME =
      Setting.of(
          "general_settings.user_header_name",
          TEXT.optional(),
          Optional.empty(),
          "",
          "A header in which clients name their end user.");

  public static final Setting<Boolean> ALWAYS_INCLUDE_STREAM_USAGE =
      Setting.of(
          "general_settings.always_include_stream_usage",
          FLAG,
          false,
          "false",
          "Whether streams end with their usage for clients that did not ask for it as well.");

  public static final Setting<Boolean> FORWARD_CLIENT_HEADERS =
      Setting.of(
          "general_settings.forward_client_headers_to_llm_api",
          FLAG,
          false,
          "false",
          "Whether `x-` headers of the client are sent to the provider.");

  public static final Setting<List<String>> CALLBACKS =
      Setting.of(
          "litellm_settings.callbacks",
          TEXTS,
          List.of(),
          "",
          "Names of the integrations that are told of each request.");

  public static final Setting<List<String>> SUCCESS_CALLBACKS =
      Setting.of(
          "litellm_settings.success_callback",
          TEXTS,
          List.of(),
          "",
          "The same, for requests that succeeded.");

  public static final Setting<List<String>> FAILURE_CALLBACKS =
      Setting.of(
          "litellm_settings.failure_callback",
          TEXTS,
          List.of(),
          "",
          "The same, for requests that failed.");

  public static final Setting<List<String>> SERVICE_CALLBACKS =
      Setting.of(
          "litellm_settings.service_callbacks",
          TEXTS,
          List.of(),
          "",
          "The same, for the health of services that the gateway uses.");

  public static final Setting<Boolean> NETWORK_MOCK =
      Setting.of(
          "litellm_settings.network_mock",
          FLAG,
          false,
          "false",
          "Whether a canned answer takes the place of every call to a provider.");

  public static final Setting<Boolean> METRICS_NEED_A_KEY =
      Setting.of(
          "litellm_settings.require_auth_for_metrics_endpoint",
          FLAG,
          false,
          "false",
          "Whether `/metrics` asks for a key.");

  public static final Setting<Boolean> ROUTER_DEBUG_IN_ERRORS =
      Setting.of(
          "litellm_settings.expose_router_debug_in_errors",
          FLAG,
          true,
          "true",
          "Whether errors of the router name model groups and deployments.");

  public static final Setting<Boolean> CALL_ID_IN_ERRORS =
      Setting.of(
          "litellm_settings.include_call_id_in_error_body",
          FLAG,
          false,
          "false",
          "Whether the body of an error carries the id of the call, as its header does.");

  public static final Setting<String> ROUTING_STRATEGY =
      Setting.of(
          "router_settings.routing_strategy",
          TEXT,
          "simple-shuffle",
          "simple-shuffle",
          "How one of several deployments of a model is picked: `simple-shuffle`, or the id of a"
              + " plugin's strategy; another one stops the start.");

  public static final Setting<List<ModelAlias>> MODEL_GROUP_ALIAS =
      Setting.of(
          "router_settings.model_group_alias",
          new SettingType<>("section of `alias: model_name`", ModelAlias::read),
          List.of(),
          "",
          "Further names of models; `alias: {model: name, hidden: true}` keeps one out of the list"
              + " of models.");

  public static final Setting<Optional<Duration>> STREAM_TIMEOUT =
      Setting.of(
          "router_settings.stream_timeout",
          DURATION.optional(),
          Optional.empty(),
          "",
          "How long the first frame of a stream may take.");

  static final List<Setting<?>> ALL =
      List.of(
          MASTER_KEY,
          PERMIT_WEAK_MASTER_KEY,
          KEY_HEADER_NAME,
          USER_HEADER_NAME,
          ALWAYS_INCLUDE_STREAM_USAGE,
          FORWARD_CLIENT_HEADERS,
          CALLBACKS,
          SUCCESS_CALLBACKS,
          FAILURE_CALLBACKS,
          SERVICE_CALLBACKS,
          NETWORK_MOCK,
          METRICS_NEED_A_KEY,
          ROUTER_DEBUG_IN_ERRORS,
          CALL_ID_IN_ERRORS,
          ROUTING_STRATEGY,
          MODEL_GROUP_ALIAS,
          STREAM_TIMEOUT);

  private LiteLlmSettings() {}
}
