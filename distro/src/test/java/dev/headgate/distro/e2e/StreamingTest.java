package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.Gate;
import dev.headgate.bench.upstream.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams arrive whole, at once, and end as they must. */
class StreamingTest {
  private static final String ASK = "{\"model\":\"gpt-4o\",\"stream\":true,\"messages\":[]}";
  private static final String ASK_USAGE =
      "{\"model\":\"gpt-4o\",\"stream\":true,\"stream_options\":{\"include_usage\":true},\"messages\":[]}";
  private static final String DONE = "data: [DONE]\n\n";
  private static Stage stage;

  @BeforeAll
  static void start() {
    stage = new Stage("");
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  private static String chunk(String content) {
    return "{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
        + content
        + "\"},\"finish_reason\":null}]}";
  }

  private static final String FINISH =
      "{\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
  private static final String USAGE =
      "{\"id\":\"c\",\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2,\"total_tokens\":3}}";

  @Test
  void sendsEachFrameBeforeTheNextOneIsThere() throws IOException {
    List<Gate> gates = new ArrayList<>();
    Script script = Script.eventStream();
    for (int i = 0; i < 20; i++) {
      Gate gate = Gate.closed();
      gates.add(gate);
      script = script.sse(chunk("f" + i)).waitFor(gate);
    }
    stage.upstream().next(script.sse(FINISH).done());
    try (RawClient client = stage.client()) {
      client.send(RawClient.chat(ASK));
      for (int i = 0; i < 20; i++) {
        assertThat(client.readUntil("\n\n")).contains("\"f" + i + "\"");
        gates.get(i).open();
      }
      client.readUntil("[DONE]\n\n");
    }
  }

  @Test
  void keepsCharactersWholeWhereverTheUpstreamCuts() throws IOException {
    String event = "data: " + chunk("안녕 🌍 però") + "\n\n";
    byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
    for (int cut = 1; cut < bytes.length; cut += 3) {
      stage.upstream().next(Script.eventStream().piecesCutAt(bytes, cut).sse(FINISH).done());
      assertThat(stage.chat(ASK).text()).isEqualTo(event + "data: " + FINISH + "\n\n" + DONE);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {65_535, 65_537, 1_048_577, 8_388_608})
  void bringsLongLinesIntactAndInOrder(int size) throws IOException {
    String lead = chunk("");
    String long1 = chunk("x".repeat(size - lead.length() - "data: ".length()));
    stage.upstream().next(Script.eventStream().sse(long1).sse(chunk("after")).sse(FINISH).done());
    assertThat(stage.chat(ASK).text())
        .isEqualTo(
            "data: "
                + long1
                + "\n\ndata: "
                + chunk("after")
                + "\n\ndata: "
                + FINISH
                + "\n\n"
                + DONE);
  }

  @Test
  void keepsTheUsageFrameFromAClientThatDidNotAskForIt() throws IOException {
    stage.upstream().next(Script.eventStream().sse(chunk("a")).sse(FINISH).sse(USAGE).done());
    assertThat(stage.chat(ASK).text())
        .isEqualTo("data: " + chunk("a") + "\n\ndata: " + FINISH + "\n\n" + DONE);
    assertThat(stage.upstream().lastCall().bodyText()).contains("\"include_usage\":true");
  }

  @Test
  void givesTheUsageFrameToAClientThatAskedForIt() throws IOException {
    stage.upstream().next(Script.eventStream().sse(chunk("a")).sse(FINISH).sse(USAGE).done());
    assertThat(stage.chat(ASK_USAGE).text())
        .isEqualTo(
            "data: " + chunk("a") + "\n\ndata: " + FINISH + "\n\ndata: " + USAGE + "\n\n" + DONE);
  }

  @Test
  void endsAStreamThatEndedWellWithoutItsTerminator() throws IOException {
    stage.upstream().next(Script.eventStream().sse(chunk("a")).sse(FINISH));
    assertThat(stage.chat(ASK).text())
        .isEqualTo("data: " + chunk("a") + "\n\ndata: " + FINISH + "\n\n" + DONE);
  }

  @Test
  void takesAConnectionThatBreaksAfterTheFinishForAnEnd() throws IOException {
    stage.upstream().next(Script.eventStream().sse(chunk("a")).sse(FINISH).close());
    assertThat(stage.chat(ASK).text()).endsWith(FINISH + "\n\n" + DONE);
  }

  @Test
  void tellsOfAStreamThatBrokeOffAndDoesNotCallItDone() throws IOException {
    stage
        .upstream()
        .next(
            Script.eventStream()
                .sse(chunk("1"))
                .sse(chunk("2"))
                .sse(chunk("3"))
                .pause(Duration.ofMillis(50))
                .reset());
    RawClient.Reply reply = stage.chat(ASK);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text())
        .startsWith("data: " + chunk("1") + "\n\ndata: " + chunk("2") + "\n\ndata: " + chunk("3"))
        .contains("data: {\"error\":{\"message\":")
        .doesNotContain("[DONE]");
  }

  @Test
  void answersWithAnErrorWhenTheUpstreamBreaksBeforeTheFirstEvent() throws IOException {
    stage.upstream().next(Script.nothing().reset());
    assertThat(stage.chat(ASK).status()).isEqualTo(502);
    stage.upstream().next(Script.eventStream().close());
    RawClient.Reply reply = stage.chat(ASK);
    assertThat(reply.status()).isEqualTo(502);
    assertThat(reply.text()).contains("\"error\"").doesNotContain("[DONE]");
  }

  @Test
  void bringsFiveHundredAndTwelveStreamsAtOnceExactly() throws Exception {
    StringBuilder expected = new StringBuilder();
    Script script = Script.eventStream();
    for (int i = 0; i < 20; i++) {
      script = script.sse(chunk("n" + i)).pause(Duration.ofMillis(50));
      expected.append("data: ").append(chunk("n" + i)).append("\n\n");
    }
    expected.append("data: ").append(FINISH).append("\n\n").append(DONE);
    stage
        .upstream()
        .on("POST", "/chat/completions")
        .forModel("many")
        .reply(script.sse(FINISH).done());
    String ask = "{\"model\":\"fake/many\",\"stream\":true,\"messages\":[]}";
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 512; i++) {
        answers.add(threads.submit(() -> stage.chat(ask).text()));
      }
      for (Future<String> answer : answers) {
        assertThat(answer.get()).isEqualTo(expected.toString());
      }
    }
  }
}
