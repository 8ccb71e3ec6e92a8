package dev.headgate.bench.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listening, rules, idle connections and the command line. */
@SuppressWarnings("StringConcatToTextBlock") // Lines end in CR LF here.
class LifeTest {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String CHAT = RawClient.chat("{\"model\":\"m\"}");

  @Test
  void refusesConnectionsWhileItDoesNotListen() throws IOException {
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        RawClient open = new RawClient(upstream)) {
      upstream.awaitOpenConnections(1, SOON);
      upstream.stopListening();
      assertThatThrownBy(() -> new RawClient(upstream)).isInstanceOf(ConnectException.class);
      assertThat(open.send(CHAT).readAnswer()).startsWith("HTTP/1.1 200");
      upstream.resumeListening();
      try (RawClient later = new RawClient(upstream)) {
        assertThat(later.send(CHAT).readAnswer()).startsWith("HTTP/1.1 200");
      }
    }
  }

  @Test
  void closesIdleConnectionsOnly() throws IOException {
    Gate gate = Gate.closed();
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        RawClient idle = new RawClient(upstream);
        RawClient busy = new RawClient(upstream)) {
      idle.send(CHAT).readAnswer();
      upstream.awaitCallsInFlight(0, SOON);
      upstream.next(Script.eventStream().waitFor(gate).sse("still here"));
      busy.send(CHAT);
      gate.awaitReached(SOON);
      upstream.closeIdleConnections();
      assertThat(idle.readAll()).isEmpty();
      gate.open();
      busy.readUntil("still here");
      assertThat(upstream.calls().getFirst().closedByPeer()).isNotDone();
    }
  }

  @Test
  void resetsIdleConnections() throws IOException {
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        RawClient idle = new RawClient(upstream)) {
      idle.send(CHAT).readAnswer();
      upstream.awaitCallsInFlight(0, SOON);
      upstream.resetIdleConnections();
      assertThatThrownBy(idle::readAll).isInstanceOf(SocketException.class);
    }
  }

  @Test
  void endsEverythingWhenClosed() throws IOException {
    ScriptedUpstream upstream = ScriptedUpstream.start();
    upstream.onAny().reply(Script.nothing().stall());
    try (RawClient client = new RawClient(upstream)) {
      client.send(CHAT);
      RecordedRequest call = upstream.awaitCall(SOON);
      upstream.close();
      assertThat(client.readAll()).isEmpty();
      assertThat(call.awaitAnswered(SOON)).isEqualTo(RecordedRequest.Answered.NOT_COMPLETELY);
      assertThat(call.closedByPeer()).isNotDone();
      upstream.awaitOpenConnections(0, SOON);
    }
  }

  @Test
  void closesWhenTheClientAsksForIt() throws IOException {
    String closing = CHAT.replaceFirst("\r\n", "\r\nConnection: close\r\n");
    try (ScriptedUpstream upstream = ScriptedUpstream.start()) {
      upstream.next(Script.json("1"));
      for (String end : List.of("\r\n\r\n1", "}")) {
        try (RawClient client = new RawClient(upstream)) {
          assertThat(client.send(closing).readAll()).endsWith(end);
        }
      }
    }
  }

  @Test
  void triesQueuedScriptsThenNewerRulesThenOlderOnesThenTheFakeProvider() throws IOException {
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        RawClient client = new RawClient(upstream)) {
      upstream.on("POST", "/chat/completions").reply(Script.json("\"older\""));
      upstream
          .on("POST", "/chat/completions")
          .forModel("m")
          .replyOnce(Script.json("\"once\""), Script.json("\"twice\""));
      upstream.next(Script.json("\"queued\""));
      for (String answer : List.of("queued", "once", "twice", "older", "older")) {
        assertThat(client.send(CHAT).readAnswer()).endsWith('"' + answer + '"');
      }
      upstream.on("POST", "/chat/completions").reply(call -> Script.json(call.bodyText()));
      assertThat(client.send(RawClient.chat("{\"a\":1}")).readAnswer()).endsWith("{\"a\":1}");
      upstream.clearScripts();
      assertThat(client.send(CHAT).readAnswer()).contains("chat.completion");
    }
  }

  @Test
  void saysThatARuleFailed() throws IOException {
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        RawClient client = new RawClient(upstream)) {
      upstream
          .onAny()
          .reply(call -> {
            throw new IllegalStateException("no script for " + call.path());
          });
      assertThat(client.send(CHAT).readAll()).isEmpty();
      upstream.awaitOpenConnections(0, SOON);
      assertThat(upstream.faults()).singleElement().asString().contains("no script for /v1");
      assertThat(upstream.callsInFlight()).isZero();
    }
  }

  @Test
  void followsRulesWithoutRecording() throws IOException {
    try (ScriptedUpstream upstream =
            ScriptedUpstream.start(UpstreamOptions.defaults().withoutRecording());
        RawClient client = new RawClient(upstream)) {
      assertThat(client.send(CHAT).readAnswer()).contains("chat.completion");
      upstream.on("POST", "/chat/completions").reply(Script.json("1"));
      assertThat(client.send(CHAT).readAnswer()).endsWith("\r\n\r\n1");
      assertThat(upstream.calls()).isEmpty();
      assertThat(upstream.connections()).isEmpty();
    }
  }

  @Test
  void readsItsOptionsFromTheCommandLine() {
    UpstreamOptions options =
        UpstreamCommand.parse(
            List.of(
                "--host",
                "0.0.0.0",
                "--port",
                "1",
                "--delay-ms",
                "2",
                "--chunks",
                "3",
                "--gap-ms",
                "4",
                "--body-bytes",
                "5",
                "--embedding-size",
                "6",
                "--require-auth"));
    assertThat(options).isEqualTo(new UpstreamOptions("0.0.0.0", 1, 2, 3, 4, 5, 6, true, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port", "--port x", "--port 70000", "--delay-ms -1", "--what"})
  void refusesWrongArguments(String arguments) {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(errors, true, StandardCharsets.UTF_8);
    assertThat(UpstreamCommand.run(List.of(arguments.split(" ")), err, err)).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("usage: ");
  }

  @Test
  void printsItsAddressWhenItIsReadyAndRunsUntilInterrupted() throws Exception {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
    Thread command = new Thread(() -> UpstreamCommand.run(List.of("--port", "0"), out, out));
    command.start();
    String line = "";
    long deadline = System.nanoTime() + SOON.toNanos();
    while (!line.endsWith("\n") && System.nanoTime() < deadline) {
      Thread.onSpinWait();
      line = output.toString(StandardCharsets.UTF_8);
    }
    assertThat(line).matches("scripted upstream ready on http://127\\.0\\.0\\.1:\\d+\n");
    command.interrupt();
    assertThat(command.join(SOON)).isTrue();
  }
}
