package dev.headgate.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.kernel.config.tree.ConfigException;
import dev.headgate.spi.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with a configuration, nothing that is said about it holds a secret. */
class SecrecyTest {
  private static final String SECRET = "hunter2-hunter2-hunter2";
  private static final List<String> PLACES =
      List.of(
          "model_list: [{model_name: m, litellm_params: {model: openai/a, api_key: %s}}]",
          "model_list: [{model_name: m, litellm_params: {model: openai/a, aws_secret_access_key: %s}}]",
          "model_list: [{model_name: m, litellm_params: {model: openai/a, extra_headers: {X-Y: %s}}}]",
          "model_list: [{model_name: m, litellm_params: {model: openai/a, api_base: 'http://u:%s@h/'}}]",
          "general_settings: {master_key: %s}",
          "general_settings: {database_url: %s, salt_key: %s}",
          "environment_variables: {TOKEN: %s}",
          "headgate: {plugin: {vault: {token: %s, password: %s}}}",
          "headgate: {plugin: {vault: {url: 'x', list: [{api_key: %s}]}}}");
  private static final List<String> ANYWHERE =
      List.of(
          "headgate: {server: {port: %s}}",
          "headgate: {server: {drain: %s, body-bytes: %s, server-timing: %s}}",
          "headgate: {tokenizer: %s}",
          "headgate: {plugins: {only: %s}}",
          "model_list: [{model_name: m, litellm_params: {model: openai/a, rpm: %s, weight: %s}}]",
          "model_list: [{model_name: m, litellm_params: {model: openai/a, timeout: %s}}]",
          "model_list: [{model_name: m, litellm_params: {model: openai/a, api_base: %s}}]",
          "litellm_settings: {network_mock: %s}",
          "router_settings: {routing_strategy: %s}",
          "router_settings: {timeout: %s, fallbacks: [{a: %s}]}",
          "include: %s");
  private static final List<String> WRITTEN =
      List.of(
          "%s",
          "'%s'",
          "\"%s\\n\\u0007%s\"",
          "[%s]",
          "{a: %s}",
          "\"%s",
          "!tag %s",
          "*%s",
          "&%s [",
          "{%s: b, %s: c}",
          "- %s: x: y",
          "\"%s\\r\\n\"");

  @TempDir Path temporary;

  @Test
  void aSecretInTheFileIsNeverShown() {
    Random random = new Random(7);
    for (int i = 0; i < 600; i++) {
      String place = PLACES.get(random.nextInt(PLACES.size()));
      String written = WRITTEN.get(random.nextInt(WRITTEN.size()));
      if (written.startsWith("{%s")) {
        // A secret in the place of a key is not a secret to anyone.
        continue;
      }
      String yaml = place.replace("%s", written.replace("%s", SECRET));
      assertThat(everythingSaid(yaml, Map.of())).as(yaml).doesNotContain(SECRET);
    }
  }

  @Test
  void aValueOfAVariableIsNeverShown() {
    for (String place : PLACES) {
      String yaml = place.replace("%s", "os.environ/HIDDEN");
      assertThat(everythingSaid(yaml, Map.of("HIDDEN", SECRET))).as(yaml).doesNotContain(SECRET);
      assertThat(everythingSaid(yaml, Map.of("HIDDEN", SECRET + "\n" + SECRET)))
          .as(yaml)
          .doesNotContain(SECRET);
    }
    for (String place : ANYWHERE) {
      String yaml = place.replace("%s", "os.environ/HIDDEN");
      assertThat(everythingSaid(yaml, Map.of("HIDDEN", SECRET))).as(yaml).doesNotContain(SECRET);
    }
  }

  @Test
  void aResolvedSecretIsNeverShown() {
    for (String place : ANYWHERE) {
      String yaml = place.replace("%s", "'vault://kv/x'");
      assertThat(everythingSaid(yaml, Map.of())).as(yaml).doesNotContain(SECRET);
    }
  }

  @Test
  void aVariableOfASettingThatIsWrongIsNotShown() {
    assertThat(everythingSaid("", Map.of("HEADGATE_SERVER_PORT", SECRET))).doesNotContain(SECRET);
    assertThat(everythingSaid("", Map.of("HEADGATE_NOTHING", SECRET))).doesNotContain(SECRET);
  }

  private String everythingSaid(String yaml, Map<String, String> environment) {
    ConfigInput input =
        new ConfigFolder(temporary)
            .input(yaml, environment)
            .resolvers(Map.of("vault", reference -> Optional.of(Secret.of(SECRET))));
    StringBuilder said = new StringBuilder();
    try {
      GatewayConfig config = GatewayConfig.load(input);
      said.append(CheckReport.of(config, List.of(), List.of()).text());
      config.warnings().forEach(said::append);
      config.models().forEach(model -> said.append(model.id()));
      config.plugin("vault").secret("token").ifPresent(said::append);
      try {
        config.checkPlugin("vault");
      } catch (ConfigException e) {
        said.append(e.getMessage());
      }
      said.append(
          config.check(
              new Available(
                  Set.of(), Set.of(), Set.of("simple-shuffle"), Set.of(), Set.of("pool"))));
    } catch (ConfigException e) {
      said.append(e.getMessage()).append(CheckReport.of(input.file(), e).text());
    } catch (dev.headgate.spi.SettingException e) {
      said.append(e.getMessage());
    }
    return said.toString();
  }
}
