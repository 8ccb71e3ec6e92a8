package dev.headgate.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.BadRequestException;
import com.anthropic.errors.UnauthorizedException;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCountTokensParams;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import dev.headgate.testkit.AssembledGateway;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The official Anthropic SDK for Java, on the native route. */
class AnthropicJavaTest {
  private static Setting setting;
  private static AnthropicClient client;

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

  private static AnthropicClient client(String key) {
    return AnthropicOkHttpClient.builder().baseUrl(setting.url()).apiKey(key).maxRetries(0).build();
  }

  private static MessageCreateParams ask(String model) {
    return MessageCreateParams.builder().model(model).maxTokens(16).addUserMessage("hello").build();
  }

  @Test
  void answersAMessage() {
    Message answer = client.messages().create(ask("claude"));
    assertThat(answer.content()).isNotEmpty();
    assertThat(answer.usage().outputTokens()).isPositive();
  }

  @Test
  void streamsAMessageToItsStop() {
    List<RawMessageStreamEvent> events = new ArrayList<>();
    try (StreamResponse<RawMessageStreamEvent> stream =
        client.messages().createStreaming(ask("claude"))) {
      stream.stream().forEach(events::add);
    }
    assertThat(events.getFirst().isMessageStart()).isTrue();
    assertThat(events.getLast().isMessageStop()).isTrue();
  }

  @Test
  void countsTokens() {
    assertThat(
            client
                .messages()
                .countTokens(
                    MessageCountTokensParams.builder()
                        .model("claude")
                        .addUserMessage("hello")
                        .build())
                .inputTokens())
        .isPositive();
  }

  @Test
  void mapsErrorsToItsOwnClasses() {
    AnthropicClient stranger = client("sk-not-a-known-key");
    assertThatThrownBy(() -> stranger.messages().create(ask("claude")))
        .isInstanceOf(UnauthorizedException.class);
    stranger.close();
    assertThatThrownBy(() -> client.messages().create(ask("gpt-4o")))
        .isInstanceOf(BadRequestException.class);
  }
}
