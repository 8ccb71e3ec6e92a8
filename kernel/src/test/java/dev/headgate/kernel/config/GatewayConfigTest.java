package dev.headgate.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.kernel.config.tree.Origin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayConfigTest {
  @TempDir Path temporary;
  private ConfigFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new ConfigFolder(temporary);
  }

  @Test
  void anEmptyFileGivesEveryDefault() {
    GatewayConfig config = folder.load("");

    assertThat(config.get(ServerSettings.PORT)).isEqualTo(4000);
    assertThat(config.get(ServerSettings.HOST)).isEqualTo("0.0.0.0");
    assertThat(config.models()).isEmpty();
    assertThat(config.warnings()).isEmpty();
    assertThat(config.origin(ServerSettings.PORT)).isEmpty();
  }

  @Test
  void readsEachTypeOfSetting() {
    GatewayConfig config =
        folder.load(
            """
            headgate:
              server:
                host: 127.0.0.1
                port: 4_001
                server-timing: yes
                body-bytes: 1.5MB
                keep-alive: 250ms
                drain: 0
                tls: {certificate: tls/cert.pem, key: /etc/key.pem}
              plugins: {without: [spend, budget]}
              tokenizer: bpe
            """);

    assertThat(config.get(ServerSettings.HOST)).isEqualTo("127.0.0.1");
    assertThat(config.get(ServerSettings.PORT)).isEqualTo(4001);
    assertThat(config.get(ServerSettings.SERVER_TIMING)).isTrue();
    assertThat(config.get(ServerSettings.BODY_BYTES)).isEqualTo(3 * 512 * 1024);
    assertThat(config.get(ServerSettings.KEEP_ALIVE)).isEqualTo(Duration.ofMillis(250));
    assertThat(config.get(ServerSettings.DRAIN)).isZero();
    assertThat(config.get(ServerSettings.TLS_CERTIFICATE))
        .contains(temporary.resolve("tls/cert.pem"));
    assertThat(config.get(ServerSettings.TLS_KEY)).contains(Path.of("/etc/key.pem"));
    assertThat(config.get(PluginSettings.WITHOUT)).containsExactly("spend", "budget");
    assertThat(config.get(PluginSettings.TOKENIZER)).isEqualTo("bpe");
    assertThat(config.chooses("spend")).isFalse();
    assertThat(config.chooses("openai")).isTrue();
  }

  @Test
  void onlyChoosesWhatItNames() {
    GatewayConfig config = folder.load("headgate: {plugins: {only: [auth-master, openai]}}");

    assertThat(config.chooses("openai")).isTrue();
    assertThat(config.chooses("mock")).isFalse();
  }

  @Test
  void saysWhereASettingWasSet() {
    GatewayConfig config = folder.load("\nheadgate:\n  server:\n    port: 4001\n");

    assertThat(config.origin(ServerSettings.PORT).map(Origin::line)).contains(4);
  }

  @Test
  void litellmNamesSetTheSameAndTheOwnNameCountsFirst() {
    GatewayConfig config =
        folder.load(
            """
            general_settings:
              max_request_size_mb: 2
              max_response_size_mb: 0.5
              global_max_parallel_requests: 7
            litellm_settings: {request_timeout: 600}
            router_settings: {timeout: 30}
            headgate: {server: {body-bytes: 1MB}}
            """);

    assertThat(config.get(ServerSettings.BODY_BYTES)).isEqualTo(1024 * 1024);
    assertThat(config.get(UpstreamSettings.ANSWER_BYTES)).isEqualTo(512 * 1024);
    assertThat(config.get(ServerSettings.IN_FLIGHT)).isEqualTo(7);
    assertThat(config.get(UpstreamSettings.TOTAL_TIMEOUT)).isEqualTo(Duration.ofMinutes(10));
    assertThat(config.get(UpstreamSettings.FIRST_BYTE_TIMEOUT)).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void readsAliasesInBothForms() {
    GatewayConfig config =
        folder.load(
            """
            router_settings:
              model_group_alias:
                fast: gpt-4o-mini
                old: {model: gpt-4o, hidden: true}
            """);

    assertThat(config.get(LiteLlmSettings.MODEL_GROUP_ALIAS))
        .containsExactly(
            new ModelAlias("fast", "gpt-4o-mini", false), new ModelAlias("old", "gpt-4o", true));
  }

  @Test
  void aVariableCountsBeforeTheFileAndAFlagBeforeBoth() {
    Map<String, String> environment =
        Map.of(
            "HEADGATE_SERVER_PORT", "4002",
            "HEADGATE_SERVER_HOST", "127.0.0.2",
            "HEADGATE_SERVER_SERVER_TIMING", "true",
            "HEADGATE_PLUGINS_ONLY", "openai, mock",
            "HEADGATE_SERVER_KEEP_ALIVE", "10m");
    ConfigInput input =
        folder
            .input("headgate: {server: {port: 4001, host: 127.0.0.1}}", environment)
            .override(ServerSettings.PORT, "4003", Origin.flag("--port"));

    GatewayConfig config = GatewayConfig.load(input);

    assertThat(config.get(ServerSettings.PORT)).isEqualTo(4003);
    assertThat(config.origin(ServerSettings.PORT)).contains(Origin.flag("--port"));
    assertThat(config.get(ServerSettings.HOST)).isEqualTo("127.0.0.2");
    assertThat(config.get(ServerSettings.SERVER_TIMING)).isTrue();
    assertThat(config.get(ServerSettings.KEEP_ALIVE)).isEqualTo(Duration.ofMinutes(10));
    assertThat(config.get(PluginSettings.ONLY)).isEqualTo(List.of("openai", "mock"));
  }

  @Test
  void aFallbackCountsAfterTheFile() {
    Origin variable = Origin.variable("PORT");
    ConfigInput set = folder.input("headgate: {server: {port: 4001}}", Map.of());
    assertThat(
            GatewayConfig.load(set.fallback(ServerSettings.PORT, "80", variable))
                .get(ServerSettings.PORT))
        .isEqualTo(4001);

    ConfigInput unset = folder.input("", Map.of());
    GatewayConfig config = GatewayConfig.load(unset.fallback(ServerSettings.PORT, "80", variable));
    assertThat(config.get(ServerSettings.PORT)).isEqualTo(80);
    assertThat(config.origin(ServerSettings.PORT)).contains(variable);
  }

  @Test
  void variablesThatAreNoSettingStopTheStart() {
    assertThat(folder.errors("", Map.of("HEADGATE_SERVER_PROT", "1")))
        .containsExactly(
            "environment variable HEADGATE_SERVER_PROT: found a variable that is no setting,"
                + " expected HEADGATE_ and the path of a setting;"
                + " did you mean HEADGATE_SERVER_PORT?");
  }

  @Test
  void variablesOfTheLauncherAndOfKubernetesAreLeftAlone() {
    Map<String, String> environment =
        Map.of(
            "HEADGATE_JAVA_OPTS", "-Xmx1g",
            "HEADGATE_DATA", "/data",
            "HEADGATE_HOME", "/opt",
            "HEADGATE_SERVICE_HOST", "10.0.0.1",
            "HEADGATE_SERVICE_PORT_HTTP", "4000",
            "HEADGATE_PORT", "tcp://10.0.0.1:4000",
            "HEADGATE_PORT_4000_TCP_ADDR", "10.0.0.1",
            "HEADGATE_REDIS_SERVICE_HOST", "10.0.0.2",
            "HEADGATE_SERVER_PORT", "tcp://10.0.0.3:80");

    assertThat(folder.load("", environment).get(ServerSettings.PORT)).isEqualTo(4000);
  }

  @Test
  void aPluginReadsItsSettingsFromFileAndVariables() {
    GatewayConfig config =
        folder.load(
            "headgate: {plugin: {budget: {window: 30d, store: {url: x}}}}",
            Map.of("HEADGATE_PLUGIN_BUDGET_STORE_POOL_SIZE", "8"));

    var settings = config.plugin("budget");
    assertThat(settings.duration("window")).contains(Duration.ofDays(30));
    assertThat(settings.section("store").text("url")).contains("x");
    assertThat(settings.section("store").integer("pool-size")).hasValue(8);
    config.checkPlugin("budget");
  }

  @Test
  void environmentVariablesOfTheFileAreSeenByReferencesAndPlugins() {
    GatewayConfig config =
        folder.load(
            """
            environment_variables: {HOST_NAME: 127.0.0.9, COPY: os.environ/REAL}
            headgate: {server: {host: os.environ/HOST_NAME}}
            """,
            Map.of("REAL", "r", "HOST_NAME", "from outside"));

    assertThat(config.get(ServerSettings.HOST)).isEqualTo("127.0.0.9");
    assertThat(config.environment("COPY")).contains("r");
    assertThat(config.environment("NONE")).isEmpty();
  }

  private static final Set<String> NONE = Set.of();

  private static Available plugins(String... ids) {
    return new Available(Set.of(ids), NONE, Set.of("simple-shuffle"), NONE, Set.of("pool"));
  }

  @Test
  void settingsThatAPluginDoesNotKnowStopTheStart() {
    GatewayConfig config =
        folder.load(
            "headgate:\n  plugin:\n    budget: {windwo: 30d}\n",
            Map.of("HEADGATE_PLUGIN_BUDGET_WINDOWS", "1d"));
    config.plugin("budget").duration("window");

    assertThatThrownBy(() -> config.checkPlugin("budget"))
        .extracting(failure -> folder.relative(failure.getMessage()))
        .isEqualTo(
            "config.yaml:3: headgate.plugin.budget.windwo: found an unknown key, expected one of"
                + " window; did you mean window?");
    assertThatThrownBy(() -> config.check(plugins("budget")))
        .hasMessage(
            "environment variable HEADGATE_PLUGIN_BUDGET_WINDOWS: found a variable that is no"
                + " setting, expected HEADGATE_ and the path of a setting; did you mean"
                + " HEADGATE_PLUGIN_BUDGET_WINDOW?");
  }

  @Test
  void aVariableMayBelongToAPluginWhoseIdStartsWithAnothersId() {
    GatewayConfig config =
        folder.load(
            "", Map.of("HEADGATE_PLUGIN_AUTH_MASTER_CACHE", "1", "HEADGATE_PLUGIN_OFF_X", "1"));
    config.checkPlugin("auth");
    config.plugin("auth-master").integer("cache");
    config.checkPlugin("auth-master");

    assertThat(config.check(plugins("auth", "auth-master", "off"))).isEmpty();
  }

  @Test
  void settingsOfAPluginThatIsNotInstalledStopTheStart() {
    GatewayConfig config =
        folder.load(
            "headgate:\n  plugins: {without: [budgte]}\n  plugin:\n    bugdet: {window: 30d}\n",
            Map.of("HEADGATE_PLUGIN_OTHER_X", "1"));

    assertThatThrownBy(() -> config.check(plugins("budget", "mock")))
        .extracting(failure -> folder.relative(failure.getMessage()).lines().toList())
        .isEqualTo(
            List.of(
                "config.yaml:2: headgate.plugins.without: found the plugin budgte, which is not"
                    + " installed; expected one of budget, mock; did you mean budget?",
                "config.yaml:4: headgate.plugin.bugdet: found settings of a plugin that is not"
                    + " installed, expected one of budget, mock; did you mean budget?",
                "environment variable HEADGATE_PLUGIN_OTHER_X: found a variable that is no setting,"
                    + " expected HEADGATE_ and the path of a setting"));
  }

  @Test
  void aStrategyThatIsNotThereStopsTheStartAndListsThoseThatAre() {
    GatewayConfig config =
        folder.load(
            "router_settings:\n  routing_strategy: least-busy\nheadgate: {upstream: {transport: quic}}");

    assertThatThrownBy(() -> config.check(plugins("mock")))
        .extracting(failure -> folder.relative(failure.getMessage()).lines().toList())
        .isEqualTo(
            List.of(
                "config.yaml:2: router_settings.routing_strategy: found least-busy, expected one of"
                    + " the routing strategies that are loaded: simple-shuffle",
                "config.yaml:3: headgate.upstream.transport: found quic, expected one of the"
                    + " transports: pool"));
  }

  @Test
  void namesProvidersAndCallbacksWithoutAPlugin() {
    GatewayConfig config =
        folder.load(
            """
            model_list:
              - {model_name: a, litellm_params: {model: opnai/a}}
              - {model_name: b, litellm_params: {model: openai/b}}
            litellm_settings:
              callbacks: [prometheus, langsmith]
            """);

    Available available =
        new Available(
            NONE, Set.of("openai"), Set.of("simple-shuffle"), Set.of("prometheus"), Set.of("pool"));
    assertThat(folder.lines(config.check(available)))
        .containsExactly(
            "config.yaml:5: litellm_settings.callbacks: no plugin offers the callback langsmith",
            "config.yaml:2: model_list[0].litellm_params.model: no plugin offers the provider"
                + " opnai; requests for a are refused; did you mean openai?");
  }
}
