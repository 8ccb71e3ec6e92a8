package dev.headgate.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.kernel.config.tree.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckReportTest {
  @TempDir Path temporary;
  private ConfigFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new ConfigFolder(temporary);
  }

  @Test
  void showsTheResolvedSetUpWithoutSecrets() {
    folder.write(
        "models.yaml", "model_list: [{model_name: '*', litellm_params: {model: 'openai/*'}}]");
    GatewayConfig config =
        folder.load(
            """
            include: [models.yaml]
            model_list:
              - model_name: gpt
                litellm_params:
                  model: openai/gpt-4o
                  api_base: https://me:secret@host.example:8443/v1?sig=secret
                  api_key: os.environ/KEY
                  max_retries: 3
                model_info: {id: one}
            general_settings: {master_key: sk-secret-master}
            router_settings: {model_group_alias: {fast: gpt}}
            headgate:
              server: {host: "::1", body-bytes: 10MB, keep-alive: 120, port: 4000}
              plugin: {budget: {window: 30d, token: secret, store: {name: x}}}
            """,
            Map.of("KEY", "sk-secret", "HEADGATE_SERVER_DRAIN", "1500ms"));
    String id = config.models().get(1).id();

    CheckReport report = CheckReport.of(config, List.of("mock 0.1.0"), List.of());

    assertThat(folder.relative(report.text()))
        .isEqualTo(
            """
            Configuration  config.yaml
              includes     models.yaml
            Listens on     http://[::1]:4000

            Plugins
              mock 0.1.0

            Deployments
              model  provider  its model  address                       key             id
              gpt    openai    gpt-4o     https://host.example:8443/v1  os.environ/KEY  one
              *      openai    *          the provider's                none            %s

            Settings that are not at their defaults
              headgate.server.host               ::1                 config.yaml:13
              headgate.server.body-bytes         10MB                config.yaml:13
              headgate.server.keep-alive         2m                  config.yaml:13
              headgate.server.drain              1500ms              environment variable HEADGATE_SERVER_DRAIN
              general_settings.master_key        ****ster            config.yaml:10
              router_settings.model_group_alias  fast: gpt           config.yaml:11
              headgate.plugin.budget.window      the text "30d"      config.yaml:14
              headgate.plugin.budget.token       a text (not shown)  config.yaml:14
              headgate.plugin.budget.store.name  the text "x"        config.yaml:14

            Warnings
              config.yaml:8: model_list[0].litellm_params.max_retries: is not honoured

            usable, with 1 warning
            """
                .formatted(id));
    assertThat(report.exitCode()).isZero();
    assertThat(report.strictExitCode()).isEqualTo(1);
  }

  @Test
  void showsErrors() {
    Path file = Path.of("config.yaml");
    CheckReport report = CheckReport.of(file, new ConfigException(List.of("one", "two\u001b[2J")));

    assertThat(report.text())
        .isEqualTo(
            """
            Configuration  config.yaml

            Errors
              one
              two?[2J

            2 errors; the gateway does not start
            """);
    assertThat(report.exitCode()).isEqualTo(1);
    assertThat(report.strictExitCode()).isEqualTo(1);
  }

  @Test
  void aPlainConfigurationIsUsable() {
    CheckReport report = CheckReport.of(folder.load(""), List.of(), List.of());

    assertThat(report.text()).endsWith("\nusable\n").contains("http://0.0.0.0:4000");
    assertThat(report.strictExitCode()).isZero();
  }
}
