package dev.headgate.bench.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the upstream tells about the requests that it received. */
class RecordingTest {

  private static final Duration SOON = Duration.ofSeconds(10);

  private final ScriptedUpstream upstream = ScriptedUpstream.start();

  @AfterEach
  void close() {
    upstream.close();
  }

  @Test
  void keepsEveryByteOfARequest() throws IOException {
    String request =
        "POST /v1/chat/completions?a=b%20c HTTP/1.1\r\nHost: x\r\nX-Twice: 1\r\n"
            + "Content-Length: 13\r\nx-twice:  2 \r\n\r\n{\"model\":\"m\"}";
    try (RawClient client = new RawClient(upstream)) {
      client.send(request).readAnswer();
    }
    RecordedRequest call = upstream.awaitCall(SOON);
    assertThat(call.method()).isEqualTo("POST");
    assertThat(call.path()).isEqualTo("/v1/chat/completions");
    assertThat(call.query()).isEqualTo("a=b%20c");
    assertThat(call.headText() + call.bodyText()).isEqualTo(request);
    assertThat(call.headers())
        .containsExactly(
            new Header("Host", "x"),
            new Header("X-Twice", "1"),
            new Header("Content-Length", "13"),
            new Header("x-twice", "2"));
    assertThat(call.headers("X-TWICE")).containsExactly("1", "2");
    assertThat(call.framing()).isEqualTo(Framing.CONTENT_LENGTH);
    assertThat(call.model()).contains("m");
    assertThat(call.completeNanos()).isGreaterThanOrEqualTo(call.arrivedNanos());
    assertThat(upstream.faults()).isEmpty();
  }

  @Test
  void takesAChunkedBodyApartAndKeepsItsFraming() throws IOException {
    String body = "5;x=y\r\n{\"mod\r\n8\r\nel\":\"m\"}\r\n0\r\nx-sum: 1\r\n\r\n";
    try (RawClient client = new RawClient(upstream)) {
      client.send(
          "POST /chat/completions HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
      for (int i = 0; i < body.length(); i++) {
        client.send(body.substring(i, i + 1));
      }
      assertThat(client.readAnswer()).startsWith("HTTP/1.1 200");
    }
    RecordedRequest call = upstream.awaitCall(SOON);
    assertThat(call.framing()).isEqualTo(Framing.CHUNKED);
    assertThat(call.bodyText()).isEqualTo("{\"model\":\"m\"}");
    assertThat(new String(call.rawBody(), UTF_8)).isEqualTo(body);
  }

  @Test
  void noticesThatThePeerLeavesDuringAStall() throws IOException {
    upstream.next(Script.nothing().stall());
    RecordedRequest call;
    long leftNanos;
    try (RawClient client = new RawClient(upstream)) {
      client.send(RawClient.chat("{}"));
      call = upstream.awaitCall(SOON);
      assertThat(call.closedByPeer()).isNotDone();
      leftNanos = System.nanoTime();
    }
    PeerClose close = call.awaitClosedByPeer(SOON);
    assertThat(close.kind()).isEqualTo(PeerClose.Kind.END_OF_STREAM);
    assertThat(close.nanos()).isGreaterThan(leftNanos);
    assertThat(call.awaitAnswered(SOON)).isEqualTo(RecordedRequest.Answered.NOT_COMPLETELY);
    upstream.awaitOpenConnections(0, SOON);
    upstream.awaitCallsInFlight(0, SOON);
  }

  @Test
  void noticesAResetDuringAStreamAndStopsWriting() throws IOException {
    upstream.next(
        Script.eventStream()
            .repeat(10_000, (s, i) -> s.sse("event " + i).pause(Duration.ofMillis(5))));
    RecordedRequest call;
    try (RawClient client = new RawClient(upstream)) {
      client.send(RawClient.chat("{}")).readUntil("event 2\n\n");
      call = upstream.awaitCall(SOON);
      client.reset();
    }
    assertThat(call.awaitClosedByPeer(SOON).kind()).isEqualTo(PeerClose.Kind.RESET);
    assertThat(call.awaitAnswered(SOON)).isEqualTo(RecordedRequest.Answered.NOT_COMPLETELY);
    assertThat(call.bodyWrites()).hasSizeLessThan(10_000);
  }

  @Test
  void noticesThatAnIdleConnectionIsClosed() throws IOException {
    RecordedRequest call;
    try (RawClient client = new RawClient(upstream)) {
      client.send(RawClient.chat("{\"model\":\"m\"}")).readAnswer();
      call = upstream.awaitCall(SOON);
      assertThat(call.awaitAnswered(SOON)).isEqualTo(RecordedRequest.Answered.COMPLETELY);
    }
    assertThat(call.awaitClosedByPeer(SOON).kind()).isEqualTo(PeerClose.Kind.END_OF_STREAM);
  }

  @Test
  void countsConnectionsAndCallsInFlight() throws IOException {
    Gate gate = Gate.closed();
    upstream.onAny().reply(Script.nothing().waitFor(gate).write("x").close());
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      clients.add(new RawClient(upstream).send(RawClient.chat("{}")));
    }
    upstream.awaitCallsInFlight(5, SOON);
    assertThat(upstream.openConnections()).isEqualTo(5);
    gate.open();
    for (RawClient client : clients) {
      assertThat(client.readAll()).isEqualTo("x");
      client.close();
    }
    upstream.awaitCallsInFlight(0, SOON);
    upstream.awaitOpenConnections(0, SOON);
    assertThat(upstream.mostCallsInFlight()).isEqualTo(5);
    assertThat(upstream.mostOpenConnections()).isEqualTo(5);
    upstream.forgetCalls();
    assertThat(upstream.calls()).isEmpty();
    assertThat(upstream.mostOpenConnections()).isZero();
  }

  @Test
  void answersPipelinedRequestsInOrder() throws IOException {
    upstream.next(Script.nothing().pause(Duration.ofMillis(20)).write("first"), Script.raw("2nd"));
    try (RawClient client = new RawClient(upstream)) {
      client.send(RawClient.chat("{}") + RawClient.chat("{\"n\":2}"));
      assertThat(client.expect("first2nd")).isEqualTo("first2nd");
    }
    assertThat(upstream.awaitCalls(2, SOON).get(1).bodyText()).isEqualTo("{\"n\":2}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET / HTTP/1.1 | no host",
        "GET /  HTTP/1.1~host: x | request line",
        "GET / HTTP/2.0~host: x | another protocol",
        "POST / HTTP/1.1~host: x~content-length: 1~transfer-encoding: chunked | both",
        "POST / HTTP/1.1~host: x~content-length: 1~content-length: 1 | twice",
        "POST / HTTP/1.1~host: x~content-length: +1 | not a number",
        "POST / HTTP/1.1~host: x~transfer-encoding: gzip, chunked | not chunked alone",
        "GET / HTTP/1.1~host : x | white space",
        "GET / HTTP/1.1~host: x~ folded: y | folded",
      })
  void namesTheFaultOfAMalformedRequest(String head, String fault) throws IOException {
    try (RawClient client = new RawClient(upstream)) {
      assertThat(client.send(head.replace("~", "\r\n") + "\r\n\r\n").readUntil("\r\n\r\n"))
          .startsWith("HTTP/1.1 400");
    }
    assertThat(upstream.faults()).singleElement().asString().contains(fault);
    assertThat(upstream.calls()).isEmpty();
  }

  @Test
  void namesABodyThatEndsEarly() throws IOException {
    try (RawClient client = new RawClient(upstream)) {
      client.send("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc").halfClose();
      client.readUntil("\r\n\r\n");
    }
    assertThat(upstream.faults()).singleElement().asString().contains("after 3 bytes");
  }

  @Test
  void letsAWaitingClientSendItsBody() throws IOException {
    try (RawClient client = new RawClient(upstream)) {
      String head = "POST /chat/completions HTTP/1.1\r\nhost: x\r\n";
      client.send(head + "expect: 100-continue\r\ncontent-length: 13\r\n\r\n");
      assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      assertThat(client.send("{\"model\":\"m\"}").readAnswer()).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void readsALargeBodyAndForgetsItsBuffer() throws IOException {
    String body = "{\"model\":\"m\",\"x\":\"" + "y".repeat(3_000_000) + "\"}";
    try (RawClient client = new RawClient(upstream)) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.send(RawClient.chat(body)).readAnswer()).startsWith("HTTP/1.1 200");
      }
    }
    assertThat(upstream.awaitCalls(3, SOON)).allMatch(call -> call.bodyText().equals(body));
  }

  @Test
  void complainsWithWhatWasReceivedInstead() throws IOException {
    try (RawClient client = new RawClient(upstream)) {
      client.send("GET /v1/models HTTP/1.1\r\nhost: x\r\n\r\n").readAnswer();
    }
    assertThatThrownBy(() -> upstream.awaitCalls(2, Duration.ofMillis(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected 2 calls, received 1: [GET /v1/models");
  }

  @Test
  void answersBeforeTheBodyHasCome() throws IOException {
    upstream
        .on("POST", "/chat/completions")
        .answerBeforeBody()
        .reply(Script.status(413).body("too large").close());
    String head = "POST /chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n";
    try (RawClient client = new RawClient(upstream)) {
      assertThat(client.send(head + "{").readAll()).endsWith("too large");
    }
    RecordedRequest call = upstream.awaitCall(SOON);
    call.awaitClosedByPeer(SOON);
    assertThat(call.body()).isEmpty();
    assertThat(call.headText()).isEqualTo(head);
    assertThat(upstream.faults()).isEmpty();
  }

  @Test
  void goesOnWithTheConnectionAfterAnEarlyAnswer() throws IOException {
    upstream.on("POST", "/early").answerBeforeBody().reply(Script.json("\"early\""));
    try (RawClient client = new RawClient(upstream)) {
      String early = RawClient.post("/early", "0123456789");
      assertThat(client.send(early.substring(0, early.length() - 5)).readAnswer())
          .endsWith("\"early\"");
      client.send("56789");
      assertThat(client.send(RawClient.chat("{\"model\":\"m\"}")).readAnswer())
          .contains("chat.completion");
    }
  }

  @Test
  void leavesABodyUnreadUntilTheGateIsOpened() throws Exception {
    Gate gate = Gate.closed();
    upstream.on("POST", "/chat/completions").readBodyAfter(gate);
    String body = "{\"model\":\"m\",\"x\":\"" + "y".repeat(16_000_000) + "\"}";
    try (RawClient client = new RawClient(upstream)) {
      Thread sender = Thread.startVirtualThread(() -> client.sendUnchecked(RawClient.chat(body)));
      gate.awaitReached(SOON);
      assertThat(upstream.calls()).isEmpty();
      assertThat(sender.isAlive()).isTrue();
      gate.open();
      assertThat(client.readAnswer()).startsWith("HTTP/1.1 200");
      sender.join();
    }
    assertThat(upstream.lastCall().body()).hasSize(body.length());
  }
}
