package dev.headgate.kernel.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.Dialect;
import dev.headgate.spi.usage.Usage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTapTest {
  private static final String CHAT =
      """
      {"id":"chatcmpl-1","object":"chat.completion","model":"m","choices":[{"index":0,"message":{\
      "role":"assistant","content":"say \\"usage\\":{\\"prompt_tokens\\":9}","usage":{"prompt_tokens":8}},\
      "finish_reason":"stop"}],"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,\
      "prompt_tokens_details":{"cached_tokens":64,"audio_tokens":3},\
      "completion_tokens_details":{"reasoning_tokens":12,"audio_tokens":4}},"x":[1,2.5e3,{"a":"}"}]}\
      """;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static AnswerTap stream(Dialect dialect, String... events) {
    AnswerTap tap = new AnswerTap(dialect);
    for (String event : events) {
      feed(tap, event);
    }
    return tap;
  }

  private static void feed(AnswerTap tap, String event) {
    byte[] b = bytes("##" + event + "\n\n##");
    tap.event(b, 2, b.length - 2);
  }

  private static void assertChatUsage(AnswerTap tap) {
    assertThat(tap.id()).isEqualTo("chatcmpl-1");
    Usage usage = tap.usage();
    assertThat(usage).isEqualTo(new TokenUsage(100, 20, 64, 0, 12, 3, 4));
    assertThat(usage.totalTokens()).isEqualTo(120);
    assertThat(usage.estimated()).isFalse();
  }

  @Test
  void readsAPlainChatAnswer() {
    AnswerTap tap = new AnswerTap(Dialect.OPENAI);
    byte[] b = bytes(CHAT);
    tap.answer(b, 0, b.length);
    assertChatUsage(tap);
  }

  @Test
  void readsTheSameFromPiecesCutAnywhere() {
    byte[] b = bytes(CHAT);
    for (int cut = 0; cut <= b.length; cut++) {
      AnswerTap tap = new AnswerTap(Dialect.OPENAI);
      tap.piece(Arrays.copyOf(b, cut), 0, cut);
      tap.piece(b, cut, b.length);
      tap.end();
      assertChatUsage(tap);
    }
    AnswerTap tap = new AnswerTap(Dialect.OPENAI);
    for (int i = 0; i < b.length; i++) {
      tap.piece(b, i, i + 1);
    }
    tap.end();
    assertChatUsage(tap);
  }

  @Test
  void readsEmbeddings() {
    AnswerTap tap = new AnswerTap(Dialect.OPENAI);
    byte[] b =
        bytes(
            "{\"object\":\"list\",\"data\":[{\"embedding\":[0.1,-2e-3],\"index\":0}],"
                + "\"model\":\"e\",\"usage\":{\"prompt_tokens\":5,\"total_tokens\":5}}");
    tap.answer(b, 0, b.length);
    assertThat(tap.usage()).isEqualTo(new TokenUsage(5, 0, 0, 0, 0, 0, 0));
    assertThat(tap.id()).isNull();
  }

  @Test
  void readsAChatStream() {
    AnswerTap tap = new AnswerTap(Dialect.OPENAI);
    feed(tap, ": ping");
    feed(
        tap,
        "data: {\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":null}],\"usage\":null}");
    assertThat(tap.finished()).isFalse();
    assertThat(tap.usage()).isNull();
    feed(
        tap,
        "data: {\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":null}");
    assertThat(tap.finished()).isTrue();
    assertThat(tap.usageOnly()).isFalse();
    feed(
        tap,
        "data: {\"id\":\"c1\",\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}");
    assertThat(tap.usageOnly()).isTrue();
    assertThat(tap.terminated()).isFalse();
    feed(tap, "data: [DONE]");
    assertThat(tap.usageOnly()).isFalse();
    assertThat(tap.terminated()).isTrue();
    assertThat(tap.failed()).isFalse();
    assertThat(tap.usage()).isEqualTo(new TokenUsage(3, 4, 0, 0, 0, 0, 0));
    assertThat(tap.id()).isEqualTo("c1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data: {\"choices\":[{\"delta\":{}}],\"usage\":{\"prompt_tokens\":3}}",
        "data: {\"choices\":[],\"prompt_filter_results\":[]}",
        "data: {\"choices\":[],\"usage\":null}",
        "data: {\"choices\":null,\"usage\":{\"prompt_tokens\":3}}",
        "data: {\"usage\":{\"prompt_tokens\":3}}",
        "data: [DONE]",
        ": comment"
      })
  void withholdsNoOtherEvent(String event) {
    assertThat(stream(Dialect.OPENAI, event).usageOnly()).isFalse();
  }

  @Test
  void readsUsageOnSeveralDataLines() {
    AnswerTap tap =
        stream(
            Dialect.OPENAI,
            "data: {\"choices\":[],\ndata: \"usage\":\ndata:{\"prompt_tokens\":3}}");
    assertThat(tap.usageOnly()).isTrue();
    assertThat(tap.usage()).isEqualTo(new TokenUsage(3, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void takesTheLastOfSeveralUsages() {
    AnswerTap tap =
        stream(
            Dialect.OPENAI,
            "data: {\"choices\":[{}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}}",
            "data: {\"choices\":[{}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}");
    assertThat(tap.usage()).isEqualTo(new TokenUsage(3, 2, 0, 0, 0, 0, 0));
  }

  @Test
  void countsWhatAnthropicsCacheHeldAsInput() {
    AnswerTap tap =
        stream(
            Dialect.ANTHROPIC,
            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\","
                + "\"usage\":{\"input_tokens\":10,\"cache_creation_input_tokens\":20,"
                + "\"cache_read_input_tokens\":30,\"output_tokens\":1}}}",
            "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"text\":\"x\"}}",
            "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
                + "\"end_turn\"},\"usage\":{\"output_tokens\":15}}");
    assertThat(tap.id()).isEqualTo("msg_1");
    assertThat(tap.usage()).isEqualTo(new TokenUsage(60, 15, 30, 20, 0, 0, 0));
    assertThat(tap.finished()).isTrue();
    assertThat(tap.terminated()).isFalse();
    feed(tap, "event: message_stop\ndata: {\"type\":\"message_stop\"}");
    assertThat(tap.terminated()).isTrue();
    assertThat(tap.failed()).isFalse();
  }

  @Test
  void knowsAnEventWithoutANameByItsType() {
    AnswerTap tap = stream(Dialect.ANTHROPIC, "data: {\"type\":\"message_stop\"}");
    assertThat(tap.terminated()).isTrue();
  }

  @Test
  void readsAResponseStream() {
    AnswerTap tap =
        stream(
            Dialect.RESPONSES,
            "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"id\":\"resp_1\",\"usage\":null}}",
            "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"x\"}");
    assertThat(tap.id()).isEqualTo("resp_1");
    assertThat(tap.terminated()).isFalse();
    feed(
        tap,
        "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":"
            + "\"resp_1\",\"output\":[],\"usage\":{\"input_tokens\":7,\"input_tokens_details\":{\"cached_tokens\":2},"
            + "\"output_tokens\":9,\"output_tokens_details\":{\"reasoning_tokens\":5}}}}");
    assertThat(tap.terminated()).isTrue();
    assertThat(tap.finished()).isTrue();
    assertThat(tap.usage()).isEqualTo(new TokenUsage(7, 9, 2, 0, 5, 0, 0));
  }

  @Test
  void knowsTheOtherEndsOfAResponse() {
    AnswerTap failed =
        stream(
            Dialect.RESPONSES,
            "event: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{}}");
    assertThat(failed.terminated()).isTrue();
    assertThat(failed.failed()).isTrue();
    AnswerTap incomplete =
        stream(
            Dialect.RESPONSES,
            "data: {\"type\":\"response.incomplete\",\"response\":{\"id\":\"r\"}}");
    assertThat(incomplete.terminated()).isTrue();
    assertThat(incomplete.failed()).isFalse();
  }

  @Test
  void knowsErrorsWithinAStream() {
    assertThat(stream(Dialect.OPENAI, "data: {\"error\":{\"message\":\"x\"}}").failed()).isTrue();
    assertThat(stream(Dialect.OPENAI, "data: {\"error\":null,\"choices\":[]}").failed()).isFalse();
    assertThat(stream(Dialect.ANTHROPIC, "event: error\ndata: {\"type\":\"error\"}").failed())
        .isTrue();
    assertThat(stream(Dialect.RESPONSES, "event: error\ndata: {\"type\":\"error\"}").failed())
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void standsAnyBytes(Dialect dialect) {
    Random random = new Random(11);
    String alphabet = "{}[]\":,\\ \n\rdata: event: usage id error type message_start 0123";
    for (int round = 0; round < 20_000; round++) {
      byte[] b = round % 2 == 0 ? new byte[random.nextInt(60)] : bytes("data: " + CHAT);
      if (round % 2 == 0) {
        for (int i = 0; i < b.length; i++) {
          b[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
        }
      } else {
        for (int i = 0; i < 4; i++) {
          b[random.nextInt(b.length)] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
        }
      }
      int to = b.length == 0 ? 0 : random.nextInt(b.length + 1);
      AnswerTap tap = new AnswerTap(dialect);
      tap.event(b, 0, to);
      tap.answer(b, 0, to);
      tap.piece(b, 0, to);
      tap.end();
      assertThat(AnswerModel.find(b, 0, to)).isGreaterThanOrEqualTo(AnswerModel.UNDECIDED);
    }
  }
}
