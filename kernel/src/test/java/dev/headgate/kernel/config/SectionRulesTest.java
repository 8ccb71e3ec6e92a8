package dev.headgate.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SectionRulesTest {
  @TempDir Path temporary;
  private ConfigFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new ConfigFolder(temporary);
  }

  @Test
  void keysThatAreNotHonouredOrNotKnownAreNamedOnce() {
    GatewayConfig config =
        folder.load(
            """
            general_settings:
              database_url: postgres://u:p@h/d
              master_kye: x
              num_retries: 3
            litellm_settings:
              drop_params: true
            router_settings:
              num_retries: 2
              blorp: 1
            guardrails: []
            modle_list: []
            whatever: 1
            """);

    assertThat(folder.warnings(config))
        .containsExactly(
            "config.yaml:2: general_settings.database_url: is not honoured",
            "config.yaml:3: general_settings.master_kye: is not a known key; did you mean"
                + " master_key?",
            "config.yaml:4: general_settings.num_retries: is not a known key here; it belongs to"
                + " litellm_settings",
            "config.yaml:6: litellm_settings.drop_params: is not honoured",
            "config.yaml:8: router_settings.num_retries: is not honoured",
            "config.yaml:9: router_settings.blorp: is not a known key",
            "config.yaml:10: guardrails: is not honoured",
            "config.yaml:11: modle_list: is not a known key; did you mean model_list?",
            "config.yaml:12: whatever: is not a known key");
  }

  @Test
  void aKeyThatAPluginReadsCountsAsHonoured() {
    GatewayConfig config =
        folder.load("general_settings: {database_url: x}\nguardrails: []\nmcp_servers: {}\n");

    config.section("general_settings").text("database_url");
    config.section("mcp_servers");

    assertThat(folder.warnings(config))
        .containsExactly("config.yaml:2: guardrails: is not honoured");
  }

  @Test
  void aParameterOfManyDeploymentsIsNamedOnce() {
    GatewayConfig config =
        folder.load(
            """
            model_list:
              - {model_name: a, litellm_params: {model: openai/a, input_cost_per_token: 1e-6}}
              - {model_name: b, litellm_params: {model: openai/b, input_cost_per_token: 2e-6}}
              - {model_name: c, litellm_params: {model: openai/c}, modle_info: {}}
            """);

    assertThat(folder.warnings(config))
        .containsExactly(
            "config.yaml:4: model_list[2].modle_info: is not a known key; did you mean model_info?",
            "config.yaml:2: model_list[0].litellm_params.input_cost_per_token: is not honoured, nor"
                + " in 1 more places");
  }

  @Test
  void anUnsetVariableIsNamedWithItsPlace() {
    GatewayConfig config =
        folder.load(
            """
            model_list:
              - model_name: a
                litellm_params:
                  model: openai/a
                  api_key: os.environ/NOT_THERE
            """);

    assertThat(config.models().getFirst().params().secret("api_key")).isEmpty();
    assertThat(folder.warnings(config))
        .containsExactly(
            "config.yaml:5: model_list[0].litellm_params.api_key: the environment variable"
                + " NOT_THERE is not set; the key is left out");
  }

  @Test
  void wrongTypesOfHonouredKeysStopTheStart() {
    assertThat(
            folder.errors(
                """
                general_settings: {master_key: [a], max_request_size_mb: 0}
                litellm_settings: {network_mock: maybe, callbacks: {a: b}, success_callback: [[a]]}
                router_settings: {model_group_alias: {a: [b]}, timeout: -1}
                """))
        .containsExactly(
            "config.yaml:1: general_settings.max_request_size_mb: found 0, which is not allowed;"
                + " expected a number of megabytes above zero",
            "config.yaml:3: router_settings.timeout: found -1, expected a length of time such as"
                + " 250ms, 30s, 5m, 24h or 30d, or a number of seconds",
            "config.yaml:1: general_settings.master_key: found a list, expected a secret in one"
                + " line without control characters",
            "config.yaml:2: litellm_settings.callbacks: found a section, expected a list of texts",
            "config.yaml:2: litellm_settings.success_callback: found a list, expected a list of"
                + " texts",
            "config.yaml:2: litellm_settings.network_mock: found the text \"maybe\", expected true"
                + " or false",
            "config.yaml:3: router_settings.model_group_alias.a: found a list, expected a text");
  }

  @Test
  void aSectionThatIsNoSectionIsNamedOnce() {
    assertThat(folder.errors("general_settings: [a]\nmodel_list: {a: b}\nheadgate: 5\n"))
        .containsExactly(
            "config.yaml:3: headgate: found 5, expected a section of keys",
            "config.yaml:1: general_settings: found a list, expected a section of keys",
            "config.yaml:2: model_list: found a section, expected a list of sections");
  }

  @Test
  void fallbackTargetsMustBeLists() {
    assertThat(
            folder.errors(
                """
                router_settings:
                  fallbacks: [{gpt-4o: claude}, {a: [b]}]
                litellm_settings:
                  context_window_fallbacks:
                    - gpt-4o: gpt-5
                """))
        .containsExactly(
            "config.yaml:2: router_settings.fallbacks[0].gpt-4o: found a text, expected a list of"
                + " models",
            "config.yaml:5: litellm_settings.context_window_fallbacks[0].gpt-4o: found a text,"
                + " expected a list of models");
  }

  @Test
  void settingsThatExcludeOrNeedEachOtherStopTheStart() {
    assertThat(
            folder.errors(
                """
                headgate:
                  server:
                    tls: {key: a.pem}
                  plugins:
                    only: [a]
                    without: [b]
                """))
        .containsExactly(
            "config.yaml:6: headgate.plugins.without: found it together with only, expected one of"
                + " the two",
            "config.yaml:3: headgate.server.tls.key: found it alone, expected"
                + " headgate.server.tls.certificate beside it");
  }

  @Test
  void unknownAndWrongOwnSettingsStopTheStart() {
    assertThat(
            folder.errors(
                """
                headgate:
                  server:
                    prot: 1
                    port: 70000
                    body-bytes: big
                    tls: {ca: x}
                  tokenizer: fast
                  limts: {}
                """))
        .containsExactly(
            "config.yaml:4: headgate.server.port: found 70000, which is not allowed; expected 0 to"
                + " 65535",
            "config.yaml:5: headgate.server.body-bytes: found the text \"big\", expected an amount"
                + " of memory such as 64KB or 10MB, or a number of bytes",
            "config.yaml:7: headgate.tokenizer: found the text \"fast\", which is not allowed;"
                + " expected one of auto, bpe, bpe-vector, bpe-native",
            "config.yaml:3: headgate.server.prot: found an unknown key, expected one of body-bytes,"
                + " body-timeout, drain, head-timeout, host, in-flight, keep-alive, max-connections,"
                + " port, request-head-bytes, restamp-stream-model, server-timing,"
                + " server-timing-on-request, tls; did you mean"
                + " port?",
            "config.yaml:6: headgate.server.tls.ca: found an unknown key, expected one of"
                + " certificate, key",
            "config.yaml:8: headgate.limts: found an unknown key, expected one of admission, limits, plugin,"
                + " plugins, server, tokenizer, upstream; did you mean limits?");
  }

  @Test
  void aWrongVariableIsNamedWithoutItsValue() {
    assertThat(folder.errors("", Map.of("HEADGATE_SERVER_PORT", "hunter2")))
        .containsExactly(
            "environment variable HEADGATE_SERVER_PORT: headgate.server.port: found a value from"
                + " HEADGATE_SERVER_PORT, expected a whole number");
  }

  @Test
  void environmentVariablesMustBeTexts() {
    assertThat(folder.errors("environment_variables: {A: [b]}\n"))
        .containsExactly("config.yaml:1: environment_variables.A: found a list, expected a text");
    assertThat(folder.errors("environment_variables: [b]\n"))
        .containsExactly("config.yaml:1: environment_variables: found a list, expected a section");
    assertThat(folder.warnings(folder.load("environment_variables: {HEADGATE_SERVER_PORT: 1}\n")))
        .containsExactly(
            "config.yaml:1: environment_variables.HEADGATE_SERVER_PORT: has no effect on settings"
                + " here; set them under headgate instead");
  }
}
