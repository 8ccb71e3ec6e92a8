package dev.headgate.bench.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.upstream.fake.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the upstream answers where no script says otherwise, seen by an ordinary client. */
@SuppressWarnings("StringConcatToTextBlock") // One line is what goes over the wire.
class FakeProviderTest {

  private static final String TOOLS =
      "\"tools\":[{\"type\":\"function\",\"name\":\"weather\",\"function\":{\"name\":\"weather\"}}]";

  private final ScriptedUpstream upstream = ScriptedUpstream.start();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    client.close();
    assertThat(upstream.faults()).isEmpty();
    upstream.close();
  }

  private HttpResponse<String> call(String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(upstream.baseUrl() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String body, String... headers)
      throws IOException, InterruptedException {
    return call("POST", path, body, headers);
  }

  /** The data of all events; every one must be JSON but the last of OpenAI's. */
  private static List<String> events(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type").orElse(""))
        .startsWith("text/event-stream");
    assertThat(answer.body()).endsWith("\n\n");
    List<String> data =
        Arrays.stream(answer.body().split("\n\n"))
            .map(event -> event.replaceAll("(?s)^(event: .*\n)?data: ", ""))
            .toList();
    data.stream().filter(event -> !event.equals("[DONE]")).forEach(Json::parse);
    return data;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/chat/completions",
        "/v1/chat/completions",
        "/openai/deployments/m/chat/completions?api-version=1"
      })
  void answersAChat(String path) throws Exception {
    HttpResponse<String> answer = post(path, "{\"model\":\"gpt-x\",\"messages\":[]}");
    assertThat(answer.statusCode()).isEqualTo(200);
    Json chat = Json.parse(answer.body());
    assertThat(chat.text("object")).isEqualTo("chat.completion");
    assertThat(chat.text("model")).isEqualTo("gpt-x");
    assertThat(chat.number("created")).isEqualTo(1677652288);
    assertThat(chat.text("choices", 0, "message", "content")).isNotEmpty();
    assertThat(chat.text("choices", 0, "finish_reason")).isEqualTo("stop");
    assertThat(chat.number("usage", "prompt_tokens")).isEqualTo(9);
    assertThat(chat.number("usage", "completion_tokens")).isEqualTo(12);
    assertThat(chat.number("usage", "total_tokens")).isEqualTo(21);
  }

  @Test
  void echoesEachModelOfAConnection() throws Exception {
    for (String model : List.of("a", "a", "b", "longer\\/name", "a")) {
      String answer = post("/chat/completions", "{\"model\":\"" + model + "\"}").body();
      assertThat(answer).contains("\"model\":\"" + model + "\"");
      Json.parse(answer);
    }
  }

  @Test
  void streamsAChatWithRolePiecesFinishAndTerminator() throws Exception {
    List<String> events = events(post("/v1/chat/completions", "{\"model\":\"m\",\"stream\":true}"));
    assertThat(events).hasSize(1 + 11 + 1 + 1);
    assertThat(Json.parse(events.getFirst()).text("choices", 0, "delta", "role"))
        .isEqualTo("assistant");
    assertThat(Json.parse(events.get(1)).text("choices", 0, "delta", "content")).isNotEmpty();
    assertThat(Json.parse(events.get(12)).text("choices", 0, "finish_reason")).isEqualTo("stop");
    assertThat(events.getLast()).isEqualTo("[DONE]");
    assertThat(events).noneMatch(event -> event.contains("usage"));
    assertThat(upstream.lastCall().bodyWrites()).hasSize(14);
  }

  @Test
  void sendsOneUsageChunkWhenAsked() throws Exception {
    List<String> events =
        events(
            post(
                "/v1/chat/completions",
                "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true}}"));
    Json usage = Json.parse(events.get(events.size() - 2));
    assertThat(usage.size("choices")).isZero();
    assertThat(usage.number("usage", "total_tokens")).isEqualTo(21);
    assertThat(events.stream().filter(event -> event.contains("total_tokens"))).hasSize(1);
  }

  @Test
  void takesChunksGapAndDelayFromTheRequest() throws Exception {
    long before = System.nanoTime();
    List<String> events =
        events(
            post(
                "/v1/chat/completions",
                "{\"model\":\"m\",\"stream\":true}",
                "x-upstream-chunks",
                "5",
                "x-upstream-gap-ms",
                "10",
                "x-upstream-delay-ms",
                "20"));
    assertThat(events).hasSize(1 + 5 + 1 + 1);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(55));
  }

  @Test
  void callsAToolOnceAndThenTalks() throws Exception {
    String question = "{\"role\":\"user\",\"content\":\"Use the Tool.\"}";
    Json chat = Json.parse(post("/chat/completions", withTurns(question)).body());
    assertThat(chat.text("choices", 0, "finish_reason")).isEqualTo("tool_calls");
    assertThat(chat.text("choices", 0, "message", "tool_calls", 0, "function", "name"))
        .isEqualTo("weather");
    String arguments = chat.text("choices", 0, "message", "tool_calls", 0, "function", "arguments");
    assertThat(Json.parse(arguments).text("location")).isEqualTo("Paris");

    String result = "{\"role\":\"tool\",\"content\":\"tool says 21\"}";
    assertThat(
            Json.parse(post("/chat/completions", withTurns(question, result)).body())
                .text("choices", 0, "finish_reason"))
        .isEqualTo("stop");
  }

  private static String withTurns(String... turns) {
    return "{\"model\":\"m\"," + TOOLS + ",\"messages\":[" + String.join(",", turns) + "]}";
  }

  @Test
  void streamsTheArgumentsOfAToolCallInPieces() throws Exception {
    String body =
        "{\"model\":\"m\",\"stream\":true,\"tool_choice\":\"required\","
            + TOOLS
            + ",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";
    List<String> events = events(post("/chat/completions", body));
    StringBuilder arguments = new StringBuilder();
    for (String event : events.subList(0, events.size() - 2)) {
      arguments.append(
          Json.parse(event).text("choices", 0, "delta", "tool_calls", 0, "function", "arguments"));
    }
    assertThat(arguments.toString()).isEqualTo("{\"location\":\"Paris\"}");
    assertThat(Json.parse(events.get(events.size() - 2)).text("choices", 0, "finish_reason"))
        .isEqualTo("tool_calls");
  }

  @Test
  void answersALegacyCompletion() throws Exception {
    Json whole = Json.parse(post("/v1/completions", "{\"model\":\"m\",\"prompt\":\"x\"}").body());
    assertThat(whole.text("object")).isEqualTo("text_completion");
    assertThat(whole.text("choices", 0, "text")).isNotEmpty();
    assertThat(whole.number("usage", "total_tokens")).isEqualTo(26);
    List<String> events =
        events(
            post(
                "/v1/completions",
                "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true}}"));
    assertThat(events).hasSize(11 + 1 + 1 + 1).last().isEqualTo("[DONE]");
  }

  @Test
  void embedsAsNumbersAndAsBase64() throws Exception {
    Json numbers =
        Json.parse(post("/v1/embeddings", "{\"model\":\"e\",\"input\":[\"a\",\"b\"]}").body());
    assertThat(numbers.size("data")).isEqualTo(2);
    assertThat(numbers.size("data", 1, "embedding")).isEqualTo(400);
    assertThat(numbers.number("usage", "prompt_tokens")).isEqualTo(5);
    Json base64 =
        Json.parse(
            post(
                    "/v1/embeddings",
                    "{\"model\":\"e\",\"input\":\"a\",\"encoding_format\":\"base64\","
                        + "\"dimensions\":3}")
                .body());
    ByteBuffer floats =
        ByteBuffer.wrap(Base64.getDecoder().decode(base64.text("data", 0, "embedding")))
            .order(ByteOrder.LITTLE_ENDIAN);
    assertThat(floats.remaining()).isEqualTo(12);
    assertThat((double) floats.getFloat(8)).isEqualTo(numbers.number("data", 0, "embedding", 2));
  }

  @Test
  void answersAMessage() throws Exception {
    Json message = Json.parse(post("/v1/messages", "{\"model\":\"claude-x\"}").body());
    assertThat(message.text("type")).isEqualTo("message");
    assertThat(message.text("content", 0, "type")).isEqualTo("text");
    assertThat(message.text("stop_reason")).isEqualTo("end_turn");
    assertThat(message.number("usage", "input_tokens")).isEqualTo(17);
    assertThat(message.number("usage", "output_tokens")).isEqualTo(71);
  }

  @Test
  void streamsAMessageInAnthropicsOrder() throws Exception {
    HttpResponse<String> answer =
        post("/v1/messages", "{\"model\":\"claude-x\",\"stream\":true}", "x-upstream-chunks", "2");
    assertThat(names(answer))
        .containsExactly(
            "message_start",
            "content_block_start",
            "ping",
            "content_block_delta",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop");
    List<String> events = events(answer);
    assertThat(Json.parse(events.get(6)).number("usage", "output_tokens")).isEqualTo(71);
  }

  @Test
  void callsAToolInAMessage() throws Exception {
    String asked =
        "{\"model\":\"c\","
            + TOOLS
            + ",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a"
            + " tool\"}]}]";
    Json message = Json.parse(post("/v1/messages", asked + "}").body());
    assertThat(message.text("stop_reason")).isEqualTo("tool_use");
    assertThat(message.text("content", 0, "input", "location")).isEqualTo("Paris");
    List<String> events = events(post("/v1/messages", asked + ",\"stream\":true}"));
    StringBuilder input = new StringBuilder();
    for (String event : events.subList(3, events.size() - 3)) {
      input.append(Json.parse(event).text("delta", "partial_json"));
    }
    assertThat(Json.parse(input.toString()).text("location")).isEqualTo("Paris");
  }

  @Test
  void countsTokens() throws Exception {
    Json count = Json.parse(post("/v1/messages/count_tokens", "{\"model\":\"claude\"}").body());
    assertThat(count.number("input_tokens")).isEqualTo(5);
  }

  @Test
  void answersAResponse() throws Exception {
    Json response = Json.parse(post("/v1/responses", "{\"model\":\"m\",\"input\":\"x\"}").body());
    assertThat(response.text("object")).isEqualTo("response");
    assertThat(response.text("output", 0, "content", 0, "text")).isNotEmpty();
    assertThat(response.number("usage", "total_tokens")).isEqualTo(21);
  }

  @Test
  void streamsAResponseWithNamedNumberedEvents() throws Exception {
    HttpResponse<String> answer =
        post("/v1/responses", "{\"model\":\"m\",\"stream\":true}", "x-upstream-chunks", "2");
    assertThat(names(answer))
        .containsExactly(
            "response.created",
            "response.in_progress",
            "response.output_item.added",
            "response.content_part.added",
            "response.output_text.delta",
            "response.output_text.delta",
            "response.output_text.done",
            "response.content_part.done",
            "response.output_item.done",
            "response.completed");
    List<String> events = events(answer);
    for (int i = 0; i < events.size(); i++) {
      assertThat(Json.parse(events.get(i)).number("sequence_number")).isEqualTo(i);
    }
  }

  @Test
  void callsAToolInAResponse() throws Exception {
    String asked = "{\"model\":\"m\",\"input\":\"the tool\"," + TOOLS;
    Json response = Json.parse(post("/v1/responses", asked + "}").body());
    assertThat(response.text("output", 0, "type")).isEqualTo("function_call");
    assertThat(events(post("/v1/responses", asked + ",\"stream\":true}")))
        .anyMatch(event -> event.contains("function_call_arguments.delta"));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/responses/resp_1, resp_1",
    "DELETE, /v1/responses/resp_1, deleted",
    "POST, /v1/responses/resp_1/cancel, cancelled",
    "GET, /v1/responses/resp_1/input_items, input_text",
    "POST, /v1/responses/compact, compaction",
    "GET, /v1/models, upstream-small",
    "GET, /v1/models/some/model, some/model",
    "GET, /v1/models/some%2Fmodel, some/model",
    "GET, /health, ok",
  })
  void answersWhatHangsBelow(String method, String path, String part) throws Exception {
    HttpResponse<String> answer = call(method, path, "");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains(part);
    Json.parse(answer.body());
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504, 529})
  void failsAsTheModelSays(int status) throws Exception {
    String body = "{\"model\":\"" + status + "\"}";
    HttpResponse<String> openAi = post("/v1/chat/completions", body);
    assertThat(openAi.statusCode()).isEqualTo(status);
    assertThat(Json.parse(openAi.body()).text("error", "message")).contains("" + status);
    HttpResponse<String> anthropic = post("/v1/messages", body);
    assertThat(anthropic.statusCode()).isEqualTo(status);
    assertThat(Json.parse(anthropic.body()).text("type")).isEqualTo("error");
    assertThat(openAi.headers().firstValue("retry-after").isPresent()).isEqualTo(status == 429);
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop", "reset", "cut", "empty"})
  void breaksTheConnectionAsTheModelSays(String model) {
    String body = "{\"model\":\"" + model + "\",\"stream\":true}";
    assertThatThrownBy(() -> post("/v1/chat/completions", body)).isInstanceOf(IOException.class);
  }

  @Test
  void cutsAStreamAfterThreeEvents() throws IOException {
    try (RawClient raw = new RawClient(upstream)) {
      raw.send(RawClient.chat("{\"model\":\"cut\",\"stream\":true}"));
      for (int i = 0; i < 3; i++) {
        raw.readUntil("\n\n\r\n");
      }
      assertThatThrownBy(raw::readAll).isInstanceOf(IOException.class);
    }
    assertThat(upstream.lastCall().bodyWrites()).hasSize(3);
  }

  @Test
  void leavesTheTerminatorOutAsTheModelSays() throws Exception {
    HttpResponse<String> answer =
        post("/v1/chat/completions", "{\"model\":\"no_done\",\"stream\":true}");
    assertThat(events(answer)).last().asString().contains("\"finish_reason\":\"stop\"");
  }

  @Test
  void namesAnotherModelAsTheModelSays() throws Exception {
    assertThat(post("/v1/chat/completions", "{\"model\":\"renamed\"}").body())
        .doesNotContain("\"renamed\"");
  }

  @Test
  void refusesWhatItDoesNotUnderstand() throws Exception {
    assertThat(post("/v1/chat/completions", "nonsense").statusCode()).isEqualTo(400);
    assertThat(post("/v1/chat/completions", "{}").statusCode()).isEqualTo(400);
    assertThat(post("/v1/unknown", "{}").statusCode()).isEqualTo(404);
    assertThat(call("DELETE", "/v1/models", "").statusCode()).isEqualTo(404);
  }

  @Test
  void demandsACredentialWhenToldTo() throws Exception {
    try (ScriptedUpstream strict =
        ScriptedUpstream.start(UpstreamOptions.defaults().withRequiredAuth())) {
      for (String[] header :
          new String[][] {{"authorization", "Bearer x"}, {"x-api-key", "x"}, {"api-key", "x"}}) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(strict.baseUrl() + "/v1/models"))
                .headers(header)
                .build();
        assertThat(client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
            .isEqualTo(200);
      }
      HttpRequest bare = HttpRequest.newBuilder(URI.create(strict.baseUrl() + "/models")).build();
      assertThat(client.send(bare, HttpResponse.BodyHandlers.discarding()).statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void fillsAPlainAnswerUp() throws Exception {
    try (ScriptedUpstream large =
        ScriptedUpstream.start(UpstreamOptions.defaults().withBodyBytes(65_536))) {
      try (RawClient raw = new RawClient(large)) {
        String answer = raw.send(RawClient.chat("{\"model\":\"m\"}")).readAnswer();
        Json json = Json.parse(answer.substring(answer.indexOf("\r\n\r\n") + 4));
        assertThat(json.text("choices", 0, "message", "content")).hasSize(65_536);
      }
    }
  }

  private static List<String> names(HttpResponse<String> answer) {
    return answer
        .body()
        .lines()
        .filter(line -> line.startsWith("event: "))
        .map(line -> line.substring("event: ".length()))
        .toList();
  }
}
