package dev.headgate.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.RecordedRequest;
import dev.headgate.testkit.TestGateway;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What reaches the upstream for what a client sends. */
class OpenAiRequestTest {
  private static final String MODELS =
      """
      model_list:
        - model_name: test-model
          litellm_params: {model: openai/upstream-model, api_base: "%UPSTREAM%", api_key: sk-up%MORE%}
        - model_name: vllm/*
          litellm_params: {model: "hosted_vllm/*", api_base: "%UPSTREAM%/v1"}
      """;

  private static TestGateway start(String more, String config) {
    return TestGateway.around(OpenAiPlugin.class, OpenAiPlugin::new)
        .models(MODELS.replace("%MORE%", more))
        .config(config)
        .start();
  }

  private static TestGateway start() {
    return start("", "");
  }

  private static RecordedRequest received(TestGateway gateway, String path, String body) {
    assertThat(gateway.post(path, body).statusCode()).isEqualTo(200);
    return gateway.upstream().lastCall();
  }

  @ParameterizedTest
  @CsvSource({
    "'', /chat/completions",
    "/, /chat/completions",
    "/v1, /v1/chat/completions",
    "/v1//, /v1/chat/completions",
    "/v1/chat/completions, /v1/chat/completions",
    "/v1?tenant=7, /v1/chat/completions?tenant=7"
  })
  void addsToTheBaseThatTheOperatorWrote(String tail, String target) {
    String models =
        """
        model_list:
          - model_name: test-model
            litellm_params: {model: openai/m, api_base: "%UPSTREAM%TAIL"}
        """
            .replace("TAIL", tail);
    try (TestGateway gateway =
        TestGateway.around(OpenAiPlugin.class, OpenAiPlugin::new).models(models).start()) {
      gateway.chat("hello");
      assertThat(gateway.upstream().lastCall().target()).isEqualTo(target);
      assertThat(gateway.upstream().lastCall().header("authorization")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/completions, /completions",
    "/v1/embeddings, /embeddings",
    "/v1/responses, /responses"
  })
  void callsEachOperationAtItsOwnPath(String asked, String called) {
    try (TestGateway gateway = start()) {
      RecordedRequest request =
          received(gateway, asked, "{\"model\":\"test-model\",\"input\":\"a\",\"prompt\":\"a\"}");
      assertThat(request.target()).isEqualTo(called);
      assertThat(request.header("authorization")).contains("Bearer sk-up");
      assertThat(request.header("content-type")).contains("application/json");
    }
  }

  @Test
  void changesTheModelAndNoOtherByte() {
    String body =
        "{ \"messages\" : [{\"role\":\"user\",\"content\":\"\\u00e9\\/ caf\u00e9 \ud83c\udf0d\"}],"
            + "\"temperature\":1.0,\"seed\":12345678901234567890,\"x\":1e3,\n"
            + "\t\"model\":\"test-model\", \"tools\":[{\"b\":1,\"a\":2,\"$defs\":{}}]  }";
    try (TestGateway gateway = start()) {
      RecordedRequest request = received(gateway, "/v1/chat/completions", body);
      assertThat(request.bodyText()).isEqualTo(body.replace("test-model", "upstream-model"));
    }
  }

  @Test
  void putsTheTailOfAWildcardIntoTheModel() {
    try (TestGateway gateway = start()) {
      RecordedRequest request =
          received(
              gateway,
              "/v1/chat/completions",
              "{\"model\":\"vllm/org/a \\\"b\\\"\",\"messages\":[]}");
      assertThat(request.bodyText()).isEqualTo("{\"model\":\"org/a \\\"b\\\"\",\"messages\":[]}");
      assertThat(request.header("authorization")).isEmpty();
    }
  }

  @Test
  void asksForTheUsageOfAStreamAndKeepsItFromTheClient() {
    try (TestGateway gateway = start()) {
      var answer =
          gateway.post(
              "/v1/chat/completions", "{\"model\":\"test-model\",\"stream\":true,\"messages\":[]}");
      assertThat(gateway.upstream().lastCall().bodyText())
          .isEqualTo(
              "{\"model\":\"upstream-model\",\"stream\":true,\"messages\":[],"
                  + "\"stream_options\":{\"include_usage\":true}}");
      assertThat(answer.body()).contains("data: [DONE]").doesNotContain("\"usage\":{");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ \"include_obfuscation\" : false } | { \"include_obfuscation\" : false,\"include_usage\":true }",
        "{\"include_usage\":false,\"a\":1.0} | {\"include_usage\":true,\"a\":1.0}",
        "null | {\"include_usage\":true}",
        "{} | {\"include_usage\":true}"
      })
  void keepsTheOtherOptionsOfAStream(String options, String sent) {
    String body =
        "{\"model\":\"test-model\",\"stream\":true,\"stream_options\":%s,\"messages\":[]}";
    try (TestGateway gateway = start()) {
      gateway.post("/v1/chat/completions", body.formatted(options));
      assertThat(gateway.upstream().lastCall().bodyText().replace(" ", ""))
          .isEqualTo(body.formatted(sent).replace("test-model", "upstream-model").replace(" ", ""));
    }
  }

  @Test
  void leavesAStreamAloneWhoseClientAsksForUsageItself() {
    String body =
        "{\"model\":\"test-model\",\"stream\":true,\"stream_options\":{\"include_usage\":true},"
            + "\"messages\":[]}";
    try (TestGateway gateway = start()) {
      var answer = gateway.post("/v1/chat/completions", body);
      assertThat(gateway.upstream().lastCall().bodyText())
          .isEqualTo(body.replace("test-model", "upstream-model"));
      assertThat(answer.body()).containsOnlyOnce("\"usage\":{");
    }
  }

  @Test
  void showsTheUsageToEverybodyWhereTheOperatorWantsIt() {
    try (TestGateway gateway = start("", "general_settings: {always_include_stream_usage: true}")) {
      assertThat(gateway.chatStream("hello").body()).contains("\"usage\":{");
    }
  }

  @Test
  void keepsFieldsForTheGatewayFromTheUpstream() {
    String body =
        "{\"model\":\"test-model\",\"metadata\":{\"tags\":[\"a\"]},\"litellm_metadata\":{},"
            + "\"tags\":[],\"guardrails\":[],\"cache\":{},\"fallbacks\":[],\"num_retries\":1,"
            + "\"timeout\":5,\"disable_fallbacks\":true,\"litellm_trace_id\":\"t\","
            + "\"litellm_session_id\":\"s\",\"api_key\":\"sk-x\",\"messages\":[]}";
    try (TestGateway gateway = start()) {
      assertThat(received(gateway, "/v1/chat/completions", body).bodyText())
          .isEqualTo("{\"model\":\"upstream-model\",\"messages\":[]}");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/responses, ''",
    "/v1/chat/completions, ',\"store\":true'",
  })
  void keepsMetadataWhereTheUpstreamStoresIt(String path, String store) {
    String body =
        "{\"model\":\"test-model\",\"metadata\":{\"topic\":\"x\"},\"input\":\"a\"" + store + "}";
    try (TestGateway gateway = start()) {
      assertThat(received(gateway, path, body).bodyText())
          .isEqualTo(body.replace("test-model", "upstream-model"));
    }
  }

  @Test
  void sendsTheDefaultsThatAClientDidNotSet() {
    String more =
        ", temperature: 0.5, max_tokens: 100, seed: 7, rpm: 10, input_cost_per_token: 0.1,"
            + " extra_body: {chat_template: x}, additional_drop_params: [user]";
    String body =
        "{\"model\":\"test-model\",\"user\":\"u\",\"max_completion_tokens\":5,\"seed\":1,"
            + "\"messages\":[]}";
    try (TestGateway gateway = start(more, "")) {
      assertThat(received(gateway, "/v1/chat/completions", body).bodyText())
          .isEqualTo(
              "{\"model\":\"upstream-model\",\"max_completion_tokens\":5,\"seed\":1,"
                  + "\"messages\":[],\"temperature\":0.5,\"chat_template\":\"x\"}");
    }
  }

  @Test
  void sendsTheHeadersOfTheOperator() {
    String more = ", organization: org-1, extra_headers: {X-Tenant: seven, User-Agent: mine/1}";
    try (TestGateway gateway =
        start(more, "general_settings: {forward_client_headers_to_llm_api: true}")) {
      gateway.send(
          gateway
              .request("/v1/chat/completions")
              .header("x-tenant", "eight")
              .header("x-trace", "t1")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"model\":\"test-model\",\"messages\":[]}")));
      RecordedRequest request = gateway.upstream().lastCall();
      assertThat(request.headers("x-tenant")).containsExactly("seven");
      assertThat(request.headers("user-agent")).containsExactly("mine/1");
      assertThat(request.headers("x-trace")).containsExactly("t1");
      assertThat(request.headers("openai-organization")).containsExactly("org-1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "true"})
  void keepsTheClientsCredentialsFromTheUpstream(String forward) {
    try (TestGateway gateway =
        start("", "general_settings: {forward_client_headers_to_llm_api: " + forward + "}")) {
      HttpRequest.Builder request =
          gateway
              .request("/v1/chat/completions")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"model\":\"test-model\",\"messages\":[]}"));
      for (String name :
          new String[] {
            "x-api-key",
            "api-key",
            "x-goog-api-key",
            "Ocp-Apim-Subscription-Key",
            "Cookie",
            "x-auth-token",
            "x-litellm-tags",
            "x-forwarded-for"
          }) {
        request.header(name, "client-secret");
      }
      gateway.send(request);
      assertThat(gateway.upstream().lastCall().headText())
          .contains("Bearer sk-up")
          .doesNotContain("client-secret")
          .doesNotContain("sk-test-key-of-the-doorman");
    }
  }

  @Test
  void passesOnWhatSpeaksToTheUpstream() {
    try (TestGateway gateway = start("", "general_settings: {forward_openai_org_id: true}")) {
      gateway.send(
          gateway
              .request("/v1/chat/completions")
              .header("OpenAI-Beta", "assistants=v2")
              .header("OpenAI-Organization", "org-client")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"model\":\"test-model\",\"messages\":[]}")));
      RecordedRequest request = gateway.upstream().lastCall();
      assertThat(request.header("openai-beta")).contains("assistants=v2");
      assertThat(request.header("openai-organization")).contains("org-client");
    }
  }

  @Test
  void retrievesAResponseMadeBefore() {
    try (TestGateway gateway = start()) {
      var made = gateway.post("/v1/responses", "{\"model\":\"test-model\",\"input\":\"a\"}");
      String id = made.body().replaceFirst("(?s).*?\"id\"\\s*:\\s*\"([^\"]+)\".*", "$1");
      gateway.get("/v1/responses/" + id + "?include=a&key=sk-client&stream=false");
      RecordedRequest request = gateway.upstream().lastCall();
      assertThat(request.method()).isEqualTo("GET");
      assertThat(request.target()).startsWith("/responses/").endsWith("?include=a&stream=false");
      assertThat(request.header("authorization")).contains("Bearer sk-up");
    }
  }
}
