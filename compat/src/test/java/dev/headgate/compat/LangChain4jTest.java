package dev.headgate.compat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.AssembledGateway;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** LangChain4j's models for OpenAI. */
class LangChain4jTest {
  private static Setting setting;

  @BeforeAll
  static void start() {
    setting = new Setting();
  }

  @AfterAll
  static void stop() {
    setting.close();
  }

  @Test
  void chats() {
    OpenAiChatModel model =
        OpenAiChatModel.builder()
            .baseUrl(setting.url() + "/v1")
            .apiKey(AssembledGateway.KEY)
            .modelName("gpt-4o")
            .maxRetries(0)
            .build();
    assertThat(model.chat("hello")).isNotBlank();
  }

  @Test
  void streams() throws Exception {
    OpenAiStreamingChatModel model =
        OpenAiStreamingChatModel.builder()
            .baseUrl(setting.url() + "/v1")
            .apiKey(AssembledGateway.KEY)
            .modelName("gpt-4o")
            .build();
    StringBuilder parts = new StringBuilder();
    CompletableFuture<ChatResponse> whole = new CompletableFuture<>();
    model.chat(
        "hello",
        new StreamingChatResponseHandler() {
          @Override
          public void onPartialResponse(String part) {
            parts.append(part);
          }

          @Override
          public void onCompleteResponse(ChatResponse response) {
            whole.complete(response);
          }

          @Override
          public void onError(Throwable error) {
            whole.completeExceptionally(error);
          }
        });
    assertThat(whole.get(30, TimeUnit.SECONDS).aiMessage().text()).isEqualTo(parts.toString());
  }
}
