package dev.headgate.kernel.transport;

import static dev.headgate.kernel.transport.Exchanges.GET;
import static dev.headgate.kernel.transport.Exchanges.OK;
import static dev.headgate.kernel.transport.Exchanges.POST;
import static dev.headgate.kernel.transport.Exchanges.exchange;
import static dev.headgate.kernel.transport.Exchanges.fails;
import static dev.headgate.kernel.transport.Exchanges.post;
import static dev.headgate.kernel.transport.Exchanges.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.OutgoingBody;
import dev.headgate.spi.provider.Timeouts;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import dev.headgate.spi.provider.UpstreamRequest;
import dev.headgate.spi.provider.UpstreamSpec;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@SuppressWarnings("StringConcatToTextBlock") // line ends are what it is about
class PoolTransportTest {
  private final DeadlineWatch watch = DeadlineWatch.start();
  private PoolTransport transport =
      new PoolTransport(PoolSettings.DEFAULTS.userAgent("headgate/1"), watch);

  @AfterEach
  void everythingIsGivenBack() {
    assertThat(transport.open()).isEqualTo(transport.idle());
    transport.close();
    watch.close();
  }

  private void settings(PoolSettings settings) {
    transport = new PoolTransport(settings, watch);
  }

  @Test
  void writesHeadAndBodyWithTheLengthAndNothingSuperfluous() throws IOException {
    try (RawServer server = RawServer.answering(OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      UpstreamRequest request = post("{}").header("x-own", "ä€😀");
      assertThat(exchange(upstream, request)).isEqualTo("ok");
      String expected =
          """
          POST /v1/chat/completions HTTP/1.1
          host: 127.0.0.1:%d
          user-agent: headgate/1
          accept-encoding: identity
          content-type: application/json
          x-own: ä€😀
          content-length: 2

          {}\
          """
              .formatted(server.port())
              .replace("\n", "\r\n");
      assertThat(utf8(server.requests.getFirst())).isEqualTo(expected);
    }
  }

  private static String utf8(String latin) {
    return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  @Test
  void announcesAnEmptyBodyOnlyWhereTheMethodMeansOne() throws IOException {
    try (RawServer server = RawServer.answering(OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      exchange(upstream, UpstreamRequest.of(GET, null));
      exchange(upstream, UpstreamRequest.of(POST, null));
      assertThat(server.requests.get(0)).doesNotContain("content-length");
      assertThat(server.requests.get(1)).contains("content-length: 0\r\n");
    }
  }

  @Test
  void letsTheCallerSetHostAndAgentButNotTheFraming() throws IOException {
    try (RawServer server = RawServer.answering(OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      exchange(upstream, post("{}").header("Host", "other").header("User-Agent", "mine"));
      assertThat(server.requests.getFirst())
          .contains("Host: other\r\n", "User-Agent: mine\r\n")
          .doesNotContain("host: ", "headgate/1");
      assertThatThrownBy(() -> exchange(upstream, post("").header("Transfer-Encoding", "chunked")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("transfer-encoding");
    }
  }

  @Test
  void usesAConnectionAgain() throws IOException {
    try (RawServer server = RawServer.answering(OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      for (int i = 0; i < 10; i++) {
        assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      }
      assertThat(server.connections).hasValue(1);
      assertThat(transport.meters().created()).isEqualTo(1);
      assertThat(transport.meters().reused()).isEqualTo(9);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16_000, 16_384, 17_000, 131_072, 300_000, 5_000_000})
  void sendsBodiesOfAnySize(int size) throws IOException {
    try (RawServer server = RawServer.answering(OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      String text = "0123456789".repeat(size / 10 + 1).substring(0, size);
      exchange(upstream, post(text));
      exchange(upstream, post(text));
      assertThat(server.requests.get(0)).endsWith("\r\n\r\n" + text);
      assertThat(server.requests.get(1)).isEqualTo(server.requests.get(0));
    }
  }

  @Test
  void sendsSmallAndLargePiecesInOrder() throws IOException {
    byte[] large = "x".repeat(70_000).getBytes(StandardCharsets.UTF_8);
    byte[] small = "abc".getBytes(StandardCharsets.UTF_8);
    OutgoingBody pieces =
        new OutgoingBody() {
          @Override
          public long length() {
            return 3 + 70_000 + 2 + 70_000 + 3;
          }

          @Override
          public void forEachPiece(PieceSink sink) throws IOException {
            sink.piece(small, 0, 3);
            sink.piece(large, 0, 70_000);
            sink.piece(small, 1, 2);
            sink.piece(large, 0, 70_000);
            sink.piece(small, 0, 3);
          }
        };
    try (RawServer server = RawServer.answering(OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      exchange(upstream, UpstreamRequest.of(POST, pieces));
      String x = "x".repeat(70_000);
      assertThat(server.requests.getFirst()).endsWith("\r\n\r\nabc" + x + "bc" + x + "abc");
    }
  }

  @Test
  void refusesABodyThatIsNotAsLongAsItSays() throws IOException {
    OutgoingBody lying =
        new OutgoingBody() {
          @Override
          public long length() {
            return 5;
          }

          @Override
          public void forEachPiece(PieceSink sink) throws IOException {
            sink.piece(new byte[3], 0, 3);
          }
        };
    try (RawServer server = RawServer.answering(OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      assertThatThrownBy(() -> exchange(upstream, UpstreamRequest.of(POST, lying)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("5 bytes");
    }
  }

  @Test
  void readsChunksAndKeepsTheConnection() throws IOException {
    try (RawServer server =
        RawServer.answering(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
                + "5\r\nhello\r\n1;x=y\r\n \r\n5\r\nworld\r\n0\r\nx-trailer: t\r\n\r\n")) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      assertThat(exchange(upstream, post("{}"))).isEqualTo("hello world");
      assertThat(exchange(upstream, post("{}"))).isEqualTo("hello world");
      assertThat(server.connections).hasValue(1);
    }
  }

  @Test
  void readsABodyThatLastsUntilTheConnectionEnds() throws IOException {
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.send("HTTP/1.0 200 OK\r\n\r\nall ");
          peer.send("of it");
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      assertThat(exchange(upstream, post("{}"))).isEqualTo("all of it");
      assertThat(transport.open()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok",
        "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nconnection: foo, Close\r\ncontent-length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok and more"
      })
  void doesNotKeepAConnectionThatMustNotBeKept(String answer) throws IOException {
    try (RawServer server = RawServer.answering(answer)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      assertThat(transport.open()).isZero();
    }
  }

  @Test
  void keepsAnOldConnectionThatOffersIt() throws IOException {
    try (RawServer server =
        RawServer.answering(
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\ncontent-length: 2\r\n\r\nok")) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      assertThat(transport.idle()).isEqualTo(1);
    }
  }

  @Test
  void skipsInterimAnswers() throws IOException {
    try (RawServer server =
        RawServer.answering(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n" + OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      try (Answer answer = upstream.send(new TestCall(), post("{}"))) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().find("link")).isNull();
        assertThat(text(answer.body())).isEqualTo("ok");
      }
    }
  }

  @Test
  void readsNoBodyWhereThereIsNone() throws IOException {
    try (RawServer server = RawServer.answering("HTTP/1.1 304 Same\r\ncontent-length: 5\r\n\r\n")) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      assertThat(exchange(upstream, UpstreamRequest.of(GET, null))).isEmpty();
      assertThat(exchange(upstream, UpstreamRequest.of(GET, null))).isEmpty();
      assertThat(server.connections).hasValue(1);
    }
  }

  @Test
  void closesAtOnceWhatWasNotReadToItsEnd() throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.send("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\npart");
          peer.awaitClose();
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      try (Answer answer = upstream.send(new TestCall(), post("{}"))) {
        assertThat(answer.body().read(new byte[10], 0, 10)).isPositive();
      }
      assertThat(server.sawClose()).isTrue();
    }
  }

  @Test
  void isToldWhenItReadsAClosedAnswer() throws IOException {
    try (RawServer server = RawServer.answering(OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      Answer answer = upstream.send(new TestCall(), post("{}"));
      answer.close();
      answer.close();
      assertThatThrownBy(() -> answer.body().read(new byte[10], 0, 10))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(answer::headers).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void findsAClosedConnectionBeforeItIsUsedAgain() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.answer("ok");
          if (peer.number == 1) {
            peer.socket.close();
            closed.countDown();
          }
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      closed.await();
      assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      assertThat(transport.meters().foundClosed()).isEqualTo(1);
      assertThat(transport.meters().staleRetries()).isZero();
    }
  }

  @Test
  void sendsAgainOverANewConnectionWhatAKeptOneDidNotTake() throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.answer("ok");
          if (peer.number == 1) {
            peer.request();
            peer.reset();
          }
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      assertThat(transport.meters().staleRetries()).isEqualTo(1);
      assertThat(server.requests).hasSize(3);
    }
  }

  @Test
  void neverSendsAgainWhatANewConnectionDidNotTake() throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.reset();
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      fails(Kind.RESET, () -> exchange(upstream, post("{}")));
      assertThat(server.requests).hasSize(1);
      assertThat(transport.open()).isZero();
    }
  }

  @Test
  void neverSendsAgainAfterAByteOfTheAnswer() throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.answer("ok");
          peer.request();
          peer.send("H");
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      exchange(upstream, post("{}"));
      fails(Kind.TRUNCATED, () -> exchange(upstream, post("{}")));
      assertThat(server.requests).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfour",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nfour\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nfour\r\n0\r\n"
      })
  void tellsABodyThatBrokeOff(String answer) throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.send(answer);
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      fails(Kind.TRUNCATED, () -> exchange(upstream, post("{}")));
    }
  }

  @Test
  void tellsThatNobodyListens() throws IOException {
    int port;
    try (ServerSocket unused = new ServerSocket(0)) {
      port = unused.getLocalPort();
    }
    Upstream upstream =
        transport.open(UpstreamSpec.of(URI.create("http://127.0.0.1:" + port + "/")));
    fails(Kind.CONNECT, () -> exchange(upstream, post("{}")));
    assertThat(transport.open()).isZero();
  }

  @Test
  void tellsAnUnknownHost() {
    Upstream upstream = transport.open(UpstreamSpec.of(URI.create("http://nowhere.invalid")));
    fails(Kind.CONNECT, () -> exchange(upstream, post("{}")));
    assertThat(transport.open()).isZero();
  }

  @Test
  void triesTheNextAddressOfAName() throws IOException {
    try (RawServer server = RawServer.answering(OK)) {
      URI origin = URI.create("http://localhost:" + server.port());
      assertThat(exchange(transport.open(UpstreamSpec.of(origin)), post("{}"))).isEqualTo("ok");
    }
  }

  private static Timeouts timeouts(int firstByte, int idle, int total) {
    return new Timeouts(
        Duration.ofSeconds(5),
        Duration.ofMillis(firstByte),
        Duration.ofMillis(idle),
        Duration.ofMillis(total));
  }

  @Test
  void endsACallWithoutAFirstByte() throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.awaitClose();
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      TestCall call = new TestCall(timeouts(100, 10_000, 10_000));
      fails(Kind.TIMEOUT, () -> upstream.send(call, post("{}")));
      assertThat(server.sawClose()).isTrue();
      assertThat(transport.open()).isZero();
    }
  }

  @Test
  void endsACallThatStallsInTheBody() throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.send("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\npart");
          peer.awaitClose();
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      TestCall call = new TestCall(timeouts(10_000, 100, 10_000));
      try (Answer answer = upstream.send(call, post("{}"))) {
        assertThatThrownBy(() -> text(answer.body())).hasMessageContaining("idle timeout");
      }
      assertThat(server.sawClose()).isTrue();
    }
  }

  @Test
  void endsACallThatTakesTooLongInAll() throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
          while (true) {
            peer.send("1\r\nx\r\n");
            Thread.sleep(10);
          }
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      TestCall call = new TestCall(timeouts(10_000, 10_000, 300));
      try (Answer answer = upstream.send(call, post("{}"))) {
        assertThatThrownBy(() -> text(answer.body())).hasMessageContaining("total timeout");
      }
    }
  }

  @Test
  void endsACallThatIsCancelled() throws Exception {
    AtomicReference<TestCall> current = new AtomicReference<>();
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          current.get().cancel();
          peer.awaitClose();
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      TestCall call = new TestCall();
      current.set(call);
      fails(Kind.CANCELLED, () -> upstream.send(call, post("{}")));
      assertThat(server.sawClose()).isTrue();
    }
  }

  @Test
  void doesNotEvenStartACancelledCall() throws Exception {
    try (RawServer server = RawServer.answering(OK)) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      exchange(upstream, post("{}"));
      TestCall call = new TestCall();
      call.cancel();
      fails(Kind.CANCELLED, () -> upstream.send(call, post("{}")));
      assertThat(server.requests).hasSize(1);
      assertThat(transport.idle()).isEqualTo(1);
    }
  }

  @Test
  void readsTheAnswerOfAnUpstreamThatDoesNotReadTheBody() throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.in.readNBytes(1000);
          peer.send("HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nbig");
          peer.reset();
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      // A reset may overtake the answer on its way, so either of the two is right.
      try (Answer answer = upstream.send(new TestCall(), post("x".repeat(20_000_000)))) {
        assertThat(answer.status()).isEqualTo(413);
      } catch (UpstreamException reset) {
        assertThat(reset.kind()).isEqualTo(Kind.RESET);
      }
      assertThat(transport.open()).isZero();
    }
  }

  @Test
  void readsTheAnswerOfAnUpstreamThatNeitherReadsNorCloses() throws Exception {
    try (RawServer server =
        new RawServer(peer -> {
          peer.in.readNBytes(1000);
          peer.send("HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nbig");
          new CountDownLatch(1).await();
        })) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      try (Answer answer = upstream.send(new TestCall(), post("x".repeat(20_000_000)))) {
        assertThat(answer.status()).isEqualTo(413);
        assertThat(text(answer.body())).isEqualTo("big");
      }
      assertThat(transport.open()).isZero();
    }
  }

  @Test
  void refusesAnAnswerThatIsTooLarge() throws Exception {
    settings(PoolSettings.DEFAULTS.maxAnswerBytes(10));
    try (RawServer server =
        RawServer.answering("HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n12345678901")) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      fails(Kind.TOO_LARGE, () -> exchange(upstream, post("{}")));
    }
    try (RawServer server =
        RawServer.answering(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nb\r\n12345678901\r\n0\r\n\r\n")) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      fails(Kind.TOO_LARGE, () -> exchange(upstream, post("{}")));
    }
    try (RawServer server =
        RawServer.answering(
            "HTTP/1.1 200 OK\r\ncontent-type: Text/Event-Stream;x\r\n"
                + "transfer-encoding: chunked\r\n\r\nb\r\n12345678901\r\n0\r\n\r\n")) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      assertThat(exchange(upstream, post("{}"))).hasSize(11);
    }
  }

  @Test
  void sharesConnectionsBetweenUpstreamsOfOneOriginUntilTheLastCloses() throws IOException {
    try (RawServer server = RawServer.answering(OK)) {
      Upstream first = transport.open(UpstreamSpec.of(server.origin()));
      Upstream second = transport.open(UpstreamSpec.of(server.origin()));
      exchange(first, post("{}"));
      exchange(second, post("{}"));
      assertThat(server.connections).hasValue(1);
      first.close();
      first.close();
      exchange(second, post("{}"));
      assertThat(server.connections).hasValue(1);
      second.close();
      assertThat(transport.open()).isZero();
      assertThatThrownBy(() -> exchange(second, post("{}")))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void givesUpOnHeadsWithoutEnd() throws IOException {
    String interim = "HTTP/1.1 103 Hints\r\nlink: " + "x".repeat(20_000) + "\r\n\r\n";
    try (RawServer server = RawServer.answering(interim.repeat(10))) {
      Upstream upstream = transport.open(UpstreamSpec.of(server.origin()));
      fails(Kind.TOO_LARGE, () -> exchange(upstream, post("{}")));
    }
  }
}
