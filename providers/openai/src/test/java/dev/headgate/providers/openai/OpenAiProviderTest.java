package dev.headgate.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.TestGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the parameters of a deployment mean. */
class OpenAiProviderTest {

  private static TestGateway.Builder with(String params) {
    return TestGateway.around(OpenAiPlugin.class, OpenAiPlugin::new)
        .models("model_list: [{model_name: test-model, litellm_params: {" + params + "}}]");
  }

  @Test
  void namesTheSettingAndTheVariableOfAMissingKey() {
    assertThatThrownBy(() -> with("model: openai/gpt").start().close())
        .hasMessageContaining("api_key")
        .hasMessageContaining("OPENAI_API_KEY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://host",
        "host.example",
        "http://user:sk-secret@host",
        "http://",
        "http://ho st"
      })
  void refusesAnAddressThatIsNone(String base) {
    assertThatThrownBy(() -> with("model: openai/gpt, api_base: '" + base + "'").start().close())
        .hasMessageContaining("api_base")
        .message()
        .doesNotContain("sk-secret");
  }

  @Test
  void demandsAnAddressWhereThereIsNoUsualOne() {
    assertThatThrownBy(() -> with("model: hosted_vllm/m").start().close())
        .hasMessageContaining("api_base")
        .hasMessageContaining("hosted_vllm");
  }

  @ParameterizedTest
  @CsvSource({
    "'openai/m, api_base: \"%UPSTREAM%\", api_key: \" sk-a \"', Bearer sk-a",
    "'hosted_vllm/m, api_base: \"%UPSTREAM%\"', Bearer sk-vllm",
    "'openai/m, api_base: \"%UPSTREAM%\"', ",
    "'openai/m, api_base: \"%UPSTREAM%\", extra_headers: {Authorization: Token t}', Token t"
  })
  void sendsTheKeyThatBelongsToTheAddress(String params, String authorization) {
    try (TestGateway gateway =
        with("model: " + params)
            .environment("OPENAI_API_KEY", "sk-openai")
            .environment("HOSTED_VLLM_API_KEY", " sk-vllm\n")
            .start()) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(gateway.upstream().lastCall().header("authorization").orElse(null))
          .isEqualTo(authorization);
    }
  }

  @Test
  void everyServiceOpensWithAKeyAlone() {
    for (Service service : Service.all()) {
      if (!service.defaultBase().isEmpty()) {
        try (TestGateway gateway = with("model: " + service.prefix() + "/m, api_key: k").start()) {
          assertThat(gateway.get("/v1/models").body()).contains("test-model");
        }
      }
    }
  }

  @Test
  void noTwoServicesShareAPrefix() {
    assertThat(Service.all()).extracting(Service::prefix).doesNotHaveDuplicates();
  }
}
