package dev.headgate.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.BadRequestException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import dev.headgate.testkit.AssembledGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The official OpenAI SDK for Java. */
class OpenAiJavaTest {
  private static Setting setting;
  private static OpenAIClient client;

  @BeforeAll
  static void start() {
    setting = new Setting();
    client = client(AssembledGateway.KEY);
  }

  @AfterAll
  static void stop() {
    client.close();
    setting.close();
  }

  private static OpenAIClient client(String key) {
    return OpenAIOkHttpClient.builder()
        .baseUrl(setting.url() + "/v1")
        .apiKey(key)
        .maxRetries(0)
        .build();
  }

  private static ChatCompletionCreateParams.Builder ask(String model) {
    return ChatCompletionCreateParams.builder().model(model).addUserMessage("hello");
  }

  @Test
  void answersAChat() {
    ChatCompletion answer = client.chat().completions().create(ask("gpt-4o").build());
    assertThat(answer.choices().get(0).message().content()).isPresent();
    assertThat(answer.model()).isEqualTo("gpt-4o");
    assertThat(answer.usage().orElseThrow().totalTokens()).isEqualTo(21);
  }

  @Test
  void answersAChatAsynchronously() throws Exception {
    ChatCompletion answer =
        client.async().chat().completions().create(ask("gpt-4o").build()).get(30, TimeUnit.SECONDS);
    assertThat(answer.choices()).hasSize(1);
  }

  @Test
  void streamsAChatWithoutAUsageFrameThatNobodyAskedFor() {
    List<ChatCompletionChunk> chunks = new ArrayList<>();
    try (StreamResponse<ChatCompletionChunk> stream =
        client.chat().completions().createStreaming(ask("gpt-4o").build())) {
      stream.stream().forEach(chunks::add);
    }
    assertThat(chunks).hasSizeGreaterThan(2).allMatch(chunk -> !chunk.choices().isEmpty());
  }

  @Test
  void streamsUsageWhenAsked() {
    List<ChatCompletionChunk> chunks = new ArrayList<>();
    ChatCompletionCreateParams params =
        ask("gpt-4o")
            .streamOptions(ChatCompletionStreamOptions.builder().includeUsage(true).build())
            .build();
    try (StreamResponse<ChatCompletionChunk> stream =
        client.chat().completions().createStreaming(params)) {
      stream.stream().forEach(chunks::add);
    }
    assertThat(chunks.getLast().usage()).isPresent();
    assertThat(chunks.getLast().choices()).isEmpty();
  }

  @Test
  void embeds() {
    var answer =
        client
            .embeddings()
            .create(
                EmbeddingCreateParams.builder()
                    .model("text-embedding-3-small")
                    .inputOfArrayOfStrings(List.of("a", "b"))
                    .build());
    assertThat(answer.data()).hasSize(2);
  }

  @Test
  void makesAndFindsAResponse() {
    Response answer =
        client
            .responses()
            .create(ResponseCreateParams.builder().model("gpt-4o").input("hello").build());
    assertThat(answer.output()).isNotEmpty();
    assertThat(client.responses().retrieve(answer.id()).id()).isEqualTo(answer.id());
  }

  @Test
  void listsTheModels() {
    assertThat(client.models().list().data()).anyMatch(model -> model.id().equals("gpt-4o"));
  }

  @Test
  void mapsErrorsToItsOwnClasses() {
    OpenAIClient stranger = client("sk-not-a-known-key");
    assertThatThrownBy(() -> stranger.chat().completions().create(ask("gpt-4o").build()))
        .isInstanceOf(UnauthorizedException.class);
    stranger.close();
    assertThatThrownBy(() -> client.chat().completions().create(ask("nothing").build()))
        .isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> client.chat().completions().create(ask("fake/429").build()))
        .isInstanceOf(RateLimitException.class);
  }
}
