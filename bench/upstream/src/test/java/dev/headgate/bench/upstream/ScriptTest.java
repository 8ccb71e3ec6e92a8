package dev.headgate.bench.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a script writes is what is on the wire. */
@SuppressWarnings("StringConcatToTextBlock") // Lines end in CR LF here.
class ScriptTest {

  private static final Duration SOON = Duration.ofSeconds(10);

  private final ScriptedUpstream upstream = ScriptedUpstream.start();

  @AfterEach
  void close() {
    upstream.close();
  }

  private String wire(Script script) throws IOException {
    upstream.next(script);
    try (RawClient client = new RawClient(upstream)) {
      return client.send(RawClient.chat("{}")).readAll();
    }
  }

  @Test
  void writesAWholeAnswerWithItsTrueLengthInOneWrite() throws IOException {
    assertThat(wire(Script.json(429, "{\"ä\":1}").close()))
        .isEqualTo(
            "HTTP/1.1 429 Too Many Requests\r\n"
                + "content-type: application/json\r\n"
                + "content-length: 8\r\n\r\n"
                + "{\"ä\":1}");
    assertThat(upstream.lastCall().writes()).hasSize(1);
  }

  @Test
  void keepsTheConnectionAfterACompleteAnswer() throws IOException {
    upstream.next(Script.json("1"), Script.status(204), Script.json("3"));
    try (RawClient client = new RawClient(upstream)) {
      assertThat(client.send(RawClient.chat("{}")).readAnswer()).endsWith("\r\n\r\n1");
      assertThat(client.send(RawClient.chat("{}")).readUntil("\r\n\r\n"))
          .isEqualTo("HTTP/1.1 204 No Content\r\n\r\n");
      assertThat(client.send(RawClient.chat("{}")).readAnswer()).endsWith("\r\n\r\n3");
    }
    assertThat(upstream.connections()).hasSize(1);
    assertThat(upstream.lastCall().numberOnConnection()).isEqualTo(3);
  }

  @Test
  void repeatsHeadersAndSendsThemAsGiven() throws IOException {
    Script script =
        Script.status(200, "Fine")
            .header("set-cookie", "a=1")
            .header("Set-Cookie", "b=2")
            .headerLine("x-odd;y")
            .body("")
            .close();
    assertThat(wire(script))
        .isEqualTo(
            "HTTP/1.1 200 Fine\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nx-odd;y\r\n"
                + "content-length: 0\r\n\r\n");
  }

  @Test
  void sendsALyingLengthAsItIs() throws IOException {
    assertThat(wire(Script.status(200).header("content-length", "99").body("short").close()))
        .isEqualTo("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nshort");
    assertThat(wire(Script.status(200).contentLength(2).piece("longer").close()))
        .isEqualTo("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nlonger");
  }

  @Test
  void framesChunksAndEndsThem() throws IOException {
    Script script = Script.status(200).chunked().piece("one").piece("zwölf!").end().close();
    assertThat(wire(script))
        .isEqualTo(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
                + "3\r\none\r\n7\r\nzwölf!\r\n0\r\n\r\n");
  }

  @Test
  void endsAChunkedBodyByItself() throws IOException {
    upstream.next(Script.eventStream().sse("{}").done());
    try (RawClient client = new RawClient(upstream)) {
      assertThat(client.send(RawClient.chat("{}")).readUntil("0\r\n\r\n"))
          .endsWith("\r\n\r\na\r\ndata: {}\n\n\r\ne\r\ndata: [DONE]\n\n\r\n0\r\n\r\n");
    }
  }

  @Test
  void leavesAChunkedBodyOpenWhenToldToClose() throws IOException {
    assertThat(wire(Script.status(200).chunked().piece("one").close())).endsWith("3\r\none\r\n");
  }

  @Test
  void writesNamedEventsCommentsAndTrailers() throws IOException {
    Script script =
        Script.status(200)
            .chunked()
            .sse("ping", "{}")
            .comment("keep-alive")
            .end(Map.of("x-sum", "1"))
            .close();
    assertThat(wire(script))
        .endsWith(
            "16\r\nevent: ping\ndata: {}\n\n\r\ne\r\n: keep-alive\n\n\r\n0\r\nx-sum: 1\r\n\r\n");
  }

  @Test
  void endsABodyWithoutLengthByClosing() throws IOException {
    assertThat(wire(Script.status(200).closeDelimited().piece("all").piece(" of it")))
        .isEqualTo("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nall of it");
  }

  @Test
  void writesInterimAnswersFirst() throws IOException {
    assertThat(wire(Script.status(200).interim(103, "link: </a>").body("x").close()))
        .startsWith("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n");
  }

  @Test
  void compressesBodiesAndSaysSo() throws Exception {
    upstream.next(Script.status(200).gzipBody("packed"), Script.status(400).deflateBody("flat"));
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> gzip = client.send(get(), HttpResponse.BodyHandlers.ofByteArray());
      assertThat(gzip.headers().firstValue("content-encoding")).contains("gzip");
      assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip.body())).readAllBytes())
          .isEqualTo("packed".getBytes(UTF_8));
      HttpResponse<byte[]> flat = client.send(get(), HttpResponse.BodyHandlers.ofByteArray());
      assertThat(new InflaterInputStream(new ByteArrayInputStream(flat.body())).readAllBytes())
          .isEqualTo("flat".getBytes(UTF_8));
    }
  }

  private HttpRequest get() {
    return HttpRequest.newBuilder(URI.create(upstream.baseUrl() + "/x")).build();
  }

  @Test
  void cutsPiecesAtAnyByte() throws IOException {
    byte[] event = "data: 안🌍\n\n".getBytes(UTF_8);
    for (int cut = 1; cut < event.length; cut++) {
      String wire = wire(Script.status(200).closeDelimited().piecesCutAt(event, cut));
      assertThat(wire).endsWith("\r\n\r\ndata: 안🌍\n\n");
      assertThat(upstream.lastCall().bodyWrites()).hasSize(2);
    }
  }

  @Test
  void writesOneByteAtATime() throws IOException {
    Script script = Script.status(200).chunked().oneBytePerWrite().piece("é").close();
    assertThat(wire(script)).endsWith("\r\n\r\n2\r\né\r\n");
    assertThat(upstream.lastCall().bodyWrites()).hasSize(7).allMatch(w -> w.length() == 1);
  }

  @Test
  void writesOneByteAChunk() throws IOException {
    Script script =
        Script.status(200).chunked().oneBytePerChunk(Duration.ZERO).piece("abc").close();
    assertThat(wire(script)).endsWith("1\r\na\r\n1\r\nb\r\n1\r\nc\r\n");
  }

  @Test
  void groupsStepsIntoOneWrite() throws IOException {
    Script script = Script.status(200).together(s -> s.chunked().sse("1").sse("2").end()).close();
    assertThat(wire(script)).endsWith("0\r\n\r\n");
    assertThat(upstream.lastCall().writes()).hasSize(1);
  }

  @Test
  void writesAnEventOfEightMegabytes() throws IOException {
    String big = "x".repeat(8 * 1024 * 1024);
    String wire = wire(Script.status(200).closeDelimited().sse(big).sse("next"));
    assertThat(wire.length()).isGreaterThan(big.length());
    assertThat(wire).endsWith("x\n\ndata: next\n\n");
  }

  @Test
  void resetsTheConnection() throws IOException {
    Gate seen = Gate.closed();
    upstream.next(Script.eventStream().sse("1").waitFor(seen).reset());
    try (RawClient client = new RawClient(upstream)) {
      client.send(RawClient.chat("{}")).readUntil("data: 1\n\n\r\n");
      seen.open();
      assertThatThrownBy(client::readAll).isInstanceOf(SocketException.class);
    }
    RecordedRequest call = upstream.lastCall();
    assertThat(call.awaitAnswered(SOON)).isEqualTo(RecordedRequest.Answered.THEN_RESET);
    assertThat(call.closedByPeer()).isNotDone();
  }

  @Test
  void closesBeforeTheStatusLine() throws IOException {
    assertThat(wire(Script.nothing().close())).isEmpty();
  }

  @Test
  void waitsAtAGateUntilItIsOpened() throws IOException {
    Gate gate = Gate.closed();
    upstream.next(Script.eventStream().sse("1").waitFor(gate).sse("2"));
    try (RawClient client = new RawClient(upstream)) {
      client.send(RawClient.chat("{}")).readUntil("data: 1\n\n");
      gate.awaitReached(SOON);
      assertThat(upstream.callsInFlight()).isEqualTo(1);
      assertThat(upstream.lastCall().bodyWrites()).hasSize(1);
      gate.open();
      client.readUntil("data: 2\n\n");
    }
  }

  @Test
  void keepsAnEvenPace() throws IOException {
    Duration gap = Duration.ofMillis(5);
    wire(
        Script.eventStream()
            .repeat(20, (s, i) -> s.pause(gap).sse(Integer.toString(i)))
            .end()
            .close());
    var writes = upstream.lastCall().bodyWrites();
    assertThat(writes).hasSize(20);
    for (int i = 1; i < writes.size(); i++) {
      long apart = writes.get(i).beforeNanos() - writes.get(i - 1).beforeNanos();
      assertThat(apart).isPositive();
    }
    long whole = writes.getLast().beforeNanos() - writes.getFirst().beforeNanos();
    assertThat(Duration.ofNanos(whole)).isGreaterThan(gap.multipliedBy(18));
  }

  @Test
  void refusesHeadersAfterTheHead() {
    Script script = Script.eventStream();
    assertThatThrownBy(() -> script.header("a", "b")).isInstanceOf(IllegalStateException.class);
  }
}
