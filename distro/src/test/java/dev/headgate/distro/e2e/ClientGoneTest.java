package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.Gate;
import dev.headgate.bench.upstream.RecordedRequest;
import dev.headgate.bench.upstream.Script;
import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the client leaves, the upstream stops. */
class ClientGoneTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String PLAIN = "{\"model\":\"gpt-4o\",\"messages\":[]}";
  private static final String STREAM = "{\"model\":\"gpt-4o\",\"stream\":true,\"messages\":[]}";
  private static Stage stage;

  @BeforeAll
  static void start() {
    stage = new Stage("");
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  @BeforeEach
  void forget() {
    stage.upstream().forgetCalls();
  }

  private static RecordedRequest sent(RawClient client, String body) throws IOException {
    client.send(RawClient.chat(body));
    return stage.upstream().awaitCall(Duration.ofSeconds(10));
  }

  @Test
  void closesTheUpstreamOfAPlainRequestBeforeItsFirstByte() throws IOException {
    stage.upstream().next(Script.nothing().waitFor(Gate.closed()));
    RecordedRequest call;
    try (RawClient client = stage.client()) {
      call = sent(client, PLAIN);
    }
    call.awaitClosedByPeer(SECOND);
    awaitNothingInFlight();
  }

  @Test
  void closesTheUpstreamOfAStreamBetweenTwoFrames() throws IOException {
    Script script = Script.eventStream();
    for (int i = 0; i < 5; i++) {
      script = script.sse("{\"choices\":[{\"delta\":{\"content\":\"" + i + "\"}}]}");
    }
    stage.upstream().next(script.waitFor(Gate.closed()));
    RecordedRequest call;
    try (RawClient client = stage.client()) {
      call = sent(client, STREAM);
      client.readUntil("\"4\"}}]}\n\n");
    }
    call.awaitClosedByPeer(SECOND);
    awaitNothingInFlight();
  }

  @Test
  void takesAHalfCloseForLeaving() throws IOException {
    stage.upstream().next(Script.nothing().waitFor(Gate.closed()));
    try (RawClient client = stage.client()) {
      RecordedRequest call = sent(client, PLAIN);
      client.halfClose();
      call.awaitClosedByPeer(SECOND);
    }
    awaitNothingInFlight();
  }

  @Test
  void keepsWhatAClientSendsAheadWhileItWaits() throws IOException {
    Gate gate = Gate.closed();
    stage
        .upstream()
        .next(
            Script.nothing()
                .waitFor(gate)
                .write(
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"
                        .getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    try (RawClient client = stage.client()) {
      sent(client, PLAIN);
      client.send("GET /health/liveness HTTP/1.1\r\nHost: g\r\n\r\n");
      gate.awaitReached(Duration.ofSeconds(10));
      long until = System.nanoTime() + Duration.ofMillis(400).toNanos();
      await(() -> System.nanoTime() > until);
      gate.open();
      assertThat(client.reply().text()).isEqualTo("{}");
      assertThat(client.reply().text()).isEqualTo("\"I'm alive!\"");
    }
  }

  private static void awaitNothingInFlight() {
    await(() -> backlog().contains("\"in_flight_requests\":0"));
  }

  private static String backlog() {
    try (RawClient client = stage.client()) {
      return client
          .send(
              "GET /health/backlog HTTP/1.1\r\nHost: g\r\nAuthorization: Bearer "
                  + AssembledGateway.KEY
                  + "\r\n\r\n")
          .reply()
          .text();
    } catch (IOException e) {
      return e.toString();
    }
  }

  static void await(BooleanSupplier condition) {
    long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new AssertionError("what was waited for did not come");
      }
      java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
    }
  }
}
