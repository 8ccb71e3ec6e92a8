package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.Script;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bodies and the headers that describe them agree, whatever the upstream or the client sends. */
class EncodingTest {
  private static final String PLAIN = "{\"model\":\"gpt-4o\",\"messages\":[]}";
  private static final String STREAM = "{\"model\":\"gpt-4o\",\"stream\":true,\"messages\":[]}";
  private static final String ANSWER = "{\"model\":\"gpt-4o\",\"text\":\"안녕 🌍\"}";
  private static Stage stage;

  @BeforeAll
  static void start() {
    stage = new Stage("");
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  private static Script json(int status) {
    return Script.status(status).header("content-type", "application/json");
  }

  @Test
  void unpacksAnswersSoThatBodyAndHeadersAgree() throws IOException {
    stage.upstream().next(json(200).gzipBody(ANSWER), json(200).deflateBody(ANSWER));
    for (int i = 0; i < 2; i++) {
      RawClient.Reply reply = stage.chat(PLAIN);
      assertThat(reply.text()).isEqualTo(ANSWER);
      assertThat(reply.header("content-encoding")).isEmpty();
    }
  }

  @Test
  void unpacksErrorsSoThatTheirTextIsSeen() throws IOException {
    stage.upstream().next(json(400).gzipBody("{\"error\":{\"message\":\"too many cats\"}}"));
    RawClient.Reply reply = stage.chat(PLAIN);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text()).contains("too many cats");
    assertThat(reply.header("content-encoding")).isEmpty();
  }

  @Test
  void unpacksStreams() throws IOException {
    String events = "data: {\"choices\":[{\"delta\":{\"content\":\"é\"}}]}\n\ndata: [DONE]\n\n";
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(events.getBytes(StandardCharsets.UTF_8));
    }
    stage
        .upstream()
        .next(
            Script.status(200)
                .header("content-type", "text/event-stream")
                .header("content-encoding", "gzip")
                .chunked()
                .piece(packed.toByteArray()));
    RawClient.Reply reply = stage.chat(STREAM);
    assertThat(reply.text()).isEqualTo(events);
    assertThat(reply.header("content-encoding")).isEmpty();
  }

  @Test
  void passesWhatItCannotUnpackWithItsLabel() throws IOException {
    stage.upstream().next(json(200).header("content-encoding", "br").body("not brotli at all"));
    RawClient.Reply reply = stage.chat(PLAIN);
    assertThat(reply.text()).isEqualTo("not brotli at all");
    assertThat(reply.header("content-encoding")).isEqualTo("br");
  }

  @Test
  void refusesALabelThatLies() throws IOException {
    stage.upstream().next(json(200).header("content-encoding", "gzip").body(ANSWER));
    RawClient.Reply reply = stage.chat(PLAIN);
    assertThat(reply.status()).isEqualTo(502);
    assertThat(reply.text()).contains("\"error\"").contains("content-encoding");
    stage.upstream().next(json(500).header("content-encoding", "gzip").body(ANSWER));
    assertThat(stage.chat(PLAIN).status()).isIn(500, 502);
  }

  @Test
  void takesABodyInChunksCutAnywhere() throws IOException {
    byte[] body =
        "{\"model\":\"gpt-4o\",\"messages\":[{\"role\":\"user\",\"content\":\"안녕 🌍\"}]}"
            .getBytes(StandardCharsets.UTF_8);
    String expected =
        new String(body, StandardCharsets.UTF_8).replace("\"gpt-4o\"", "\"gpt-4o-mini\"");
    try (RawClient client = stage.client()) {
      for (int cut = 1; cut < body.length; cut++) {
        client.send(RawClient.chatHead("Transfer-Encoding: chunked\r\n"));
        client.send(Integer.toHexString(cut) + ";note=x\r\n");
        client.send(java.util.Arrays.copyOf(body, cut));
        client.send(
            "\r\n" + Integer.toHexString(body.length - cut).toUpperCase(java.util.Locale.ROOT));
        client.send("\r\n");
        client.send(java.util.Arrays.copyOfRange(body, cut, body.length));
        client.send("\r\n0\r\nX-Trailer: yes\r\n\r\n");
        assertThat(client.reply().status()).isEqualTo(200);
        assertThat(stage.upstream().lastCall().bodyText()).isEqualTo(expected);
      }
    }
    assertThat(stage.upstream().faults()).isEmpty();
  }

  @Test
  void saysContinueToAClientThatWaitsForIt() throws IOException {
    try (RawClient client = stage.client()) {
      client.send(
          RawClient.chatHead("Expect: 100-continue\r\nContent-Length: " + PLAIN.length() + "\r\n"));
      assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      assertThat(client.send(PLAIN).reply().status()).isEqualTo(200);
    }
  }

  @Test
  void refusesAPackedRequestByName() throws IOException {
    try (RawClient client = stage.client()) {
      RawClient.Reply reply =
          client
              .send(RawClient.chatHead("Content-Encoding: gzip\r\nContent-Length: 4\r\n") + "abcd")
              .reply();
      assertThat(reply.status()).isEqualTo(415);
    }
  }
}
