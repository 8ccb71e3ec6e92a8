package dev.headgate.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headgate.spi.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelListTest {
  @TempDir Path temporary;
  private ConfigFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new ConfigFolder(temporary);
  }

  private ModelEntry entry(String params) {
    return folder
        .load("model_list: [{model_name: m, litellm_params: {" + params + "}}]")
        .models()
        .getFirst();
  }

  @Test
  void readsAllFields() {
    ModelEntry entry =
        folder
            .load(
                """
                model_list:
                  - model_name: gpt
                    litellm_params:
                      model: openai/gpt-4o
                      api_key: " sk-abc\\r\\n"
                      api_base: http://localhost:1
                      weight: 2.5
                      order: 1
                      tags: [free, eu]
                      rpm: "100"
                      tpm: 1e5
                      timeout: 10
                      stream_timeout: 1.5
                      temperature: 0.10
                      stop: [a, "b"]
                      logit_bias: {"5": -1}
                      parallel_tool_calls: no
                    model_info: {id: one, mode: chat}
                """)
            .models()
            .getFirst();

    assertThat(entry.id()).isEqualTo("one");
    assertThat(entry.group()).isEqualTo("gpt");
    assertThat(entry.provider()).isEqualTo("openai");
    assertThat(entry.model()).isEqualTo("gpt-4o");
    assertThat(entry.params().secret("api_key")).contains(Secret.of("sk-abc"));
    assertThat(entry.weight()).hasValue(2.5);
    assertThat(entry.order()).isEqualTo(1);
    assertThat(entry.tags()).containsExactly("free", "eu");
    assertThat(entry.rpm()).hasValue(100);
    assertThat(entry.tpm()).hasValue(100_000);
    assertThat(entry.timeout()).contains(Duration.ofSeconds(10));
    assertThat(entry.streamTimeout()).contains(Duration.ofMillis(1500));
    assertThat(entry.info().text("mode")).contains("chat");
    assertThat(entry.extras())
        .containsExactly(
            Map.entry("temperature", "0.10"),
            Map.entry("stop", "[\"a\",\"b\"]"),
            Map.entry("logit_bias", "{\"5\":-1}"),
            Map.entry("parallel_tool_calls", "false"));
  }

  @Test
  void findsTheProviderAsLiteLlmDoes() {
    assertThat(entry("model: openai/meta/llama").provider()).isEqualTo("openai");
    assertThat(entry("model: openai/meta/llama").model()).isEqualTo("meta/llama");
    assertThat(entry("model: 'anthropic/*'").model()).isEqualTo("*");
    assertThat(entry("model: gpt-4o").provider()).isEqualTo("openai");
    assertThat(entry("model: claude-sonnet-4").provider()).isEqualTo("anthropic");
    assertThat(entry("model: claude-sonnet-4").model()).isEqualTo("claude-sonnet-4");
    assertThat(entry("model: x/y, custom_llm_provider: mock").provider()).isEqualTo("mock");
    assertThat(entry("model: x/y, custom_llm_provider: mock").model()).isEqualTo("x/y");
    assertThat(entry("model: mock/y, custom_llm_provider: mock").model()).isEqualTo("y");
  }

  @Test
  void anUnknownNameWithoutAPrefixIsTakenAsOpenAiAndSaidSo() {
    GatewayConfig config =
        folder.load("model_list:\n  - model_name: m\n    litellm_params: {model: llama3}\n");

    assertThat(config.models().getFirst().provider()).isEqualTo("openai");
    assertThat(folder.warnings(config))
        .containsExactly(
            "config.yaml:3: model_list[0].litellm_params.model: has no provider prefix; taken as"
                + " openai/llama3");
  }

  @Test
  void theIdIsAHashThatDependsOnTheParametersAlone() {
    String id = entry("model: openai/a, api_base: http://h").id();

    assertThat(id).isEqualTo("5987305eb8e677c2add2f002e995ba919cbf330ee1c198e20ec69db849c28e8a");
    assertThat(entry("api_base: 'http://h', model: \"openai/a\"").id()).isEqualTo(id);
    assertThat(entry("model: openai/b, api_base: http://h").id()).isNotEqualTo(id);
  }

  @Test
  void theIdDoesNotDependOnTheValueOfAVariable() {
    String yaml =
        "model_list: [{model_name: m, litellm_params: {model: openai/a, api_key: os.environ/K}}]";

    String one = folder.load(yaml, Map.of("K", "sk-1")).models().getFirst().id();
    String other = folder.load(yaml, Map.of("K", "sk-2")).models().getFirst().id();
    String unset = folder.load(yaml).models().getFirst().id();

    assertThat(one).isEqualTo(other).isEqualTo(unset);
  }

  @Test
  void aListOfOrganizationsMakesADeploymentEach() {
    List<ModelEntry> entries =
        folder
            .load(
                "model_list: [{model_name: m, litellm_params: {model: openai/a,"
                    + " organization: [org-1, org-2]}, model_info: {id: x}}]")
            .models();

    assertThat(entries).extracting(ModelEntry::id).containsExactly("x", "x-2");
    assertThat(entries)
        .extracting(entry -> entry.params().text("organization").orElse(""))
        .containsExactly("org-1", "org-2");
  }

  @Test
  void missingFieldsStopTheStartWithTheirPlace() {
    assertThat(
            folder.errors(
                """
                model_list:
                  - litellm_params: {model: openai/a}
                  - model_name: a
                  - model_name: b
                    litellm_params: {modle: openai/a}
                  - model_name: c
                    litelm_params: {model: openai/a}
                  - model_name: d
                    litellm_params: {model: openai/}
                """))
        .containsExactly(
            "config.yaml:2: model_list[0].model_name: found nothing, expected the name that"
                + " clients ask for",
            "config.yaml:3: model_list[1].litellm_params: found nothing, expected a section with"
                + " at least model",
            "config.yaml:5: model_list[2].litellm_params.model: found nothing, expected"
                + " provider/model, such as openai/gpt-4o; modle is not a known key",
            "config.yaml:6: model_list[3].litellm_params: found nothing, expected a section with"
                + " at least model; litelm_params is not a known key",
            "config.yaml:9: model_list[4].litellm_params.model: found the text \"openai/\", which"
                + " is not allowed; expected provider/model, such as openai/gpt-4o");
  }

  @Test
  void wrongTypesStopTheStart() {
    assertThat(
            folder.errors(
                """
                model_list:
                  - model_name: a
                    litellm_params: {model: openai/a, rpm: many}
                  - model_name: b
                    litellm_params: {model: openai/b, weight: -1}
                  - model_name: c
                    litellm_params: {model: openai/c, timeout: soon}
                  - openai/d
                """))
        .containsExactly(
            "config.yaml:8: model_list[3]: found the text \"openai/d\", expected a section of"
                + " keys");
    assertThat(
            folder.errors(
                """
                model_list:
                  - model_name: a
                    litellm_params: {model: openai/a, rpm: many}
                  - model_name: b
                    litellm_params: {model: openai/b, weight: -1}
                  - model_name: c
                    litellm_params: {model: openai/c, timeout: soon}
                """))
        .containsExactly(
            "config.yaml:3: model_list[0].litellm_params.rpm: found the text \"many\", expected a"
                + " whole number",
            "config.yaml:5: model_list[1].litellm_params.weight: found -1, which is not allowed;"
                + " expected 0 or more",
            "config.yaml:7: model_list[2].litellm_params.timeout: found the text \"soon\","
                + " expected a length of time such as 250ms, 30s, 5m, 24h or 30d, or a number of"
                + " seconds");
  }

  @Test
  void aProviderKeyIsTrimmedAndRefusedWhenItCannotBeSent() {
    String yaml =
        "model_list:\n- {model_name: m, litellm_params: {model: openai/a, api_key: os.environ/K}}";
    ModelEntry trimmed = folder.load(yaml, Map.of("K", " sk-x\r\n")).models().getFirst();
    assertThat(trimmed.params().secret("api_key")).contains(Secret.of("sk-x"));

    assertThat(folder.errors(yaml, Map.of("K", "sk-x\nsk-y")))
        .containsExactly(
            "config.yaml:2: model_list[0].litellm_params.api_key: found a control character inside"
                + " from os.environ/K, expected a secret in one line without control characters");
    assertThat(folder.errors(yaml, Map.of("K", " \n")))
        .containsExactly(
            "config.yaml:2: model_list[0].litellm_params.api_key: found an empty value from"
                + " os.environ/K, expected a secret in one line without control characters");
  }

  @Test
  void anIdThatIsTakenStopsTheStartAndARepeatedEntryIsLeftOut() {
    assertThat(
            folder.errors(
                """
                model_list:
                - {model_name: m, litellm_params: {model: openai/a}, model_info: {id: x}}
                - {model_name: n, litellm_params: {model: openai/b}, model_info: {id: x}}
                """))
        .containsExactly(
            "config.yaml:3: model_list[1].model_info.id: found the text \"x\", which is not"
                + " allowed; expected an id of its own; config.yaml:2 has this one");

    GatewayConfig repeated =
        folder.load(
            """
            model_list:
            - {model_name: m, litellm_params: {model: openai/a}}
            - {model_name: m, litellm_params: {model: openai/a}}
            """);
    assertThat(repeated.models()).hasSize(1);
    assertThat(folder.warnings(repeated))
        .containsExactly(
            "config.yaml:3: model_list[1].litellm_params: repeats config.yaml:2 in every"
                + " parameter; it is left out");
  }

  @Test
  void aBareStarIsSpelledOutForTheProvidersThatAreThere() {
    GatewayConfig config =
        folder.load("model_list: [{model_name: '*', litellm_params: {model: '*'}}]");

    assertThat(config.models()).extracting(ModelEntry::provider).containsExactly("*");
    assertThat(config.models(Set.of("openai", "anthropic")))
        .extracting(ModelEntry::group, ModelEntry::provider, ModelEntry::model)
        .contains(
            tuple("openai/*", "openai", "*"),
            tuple("anthropic/*", "anthropic", "*"),
            tuple("claude*", "anthropic", "claude*"),
            tuple("gpt-*", "openai", "gpt-*"));
    assertThat(config.models(Set.of("openai", "anthropic")))
        .extracting(ModelEntry::id)
        .doesNotHaveDuplicates();
  }
}
