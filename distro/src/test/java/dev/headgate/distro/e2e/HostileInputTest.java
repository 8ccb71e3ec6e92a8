package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed, huge, slow, lying and smuggling-shaped requests get a defined answer. */
class HostileInputTest {
  private static final String PLAIN = "{\"model\":\"gpt-4o\",\"messages\":[]}";
  private static Stage stage;

  @BeforeAll
  static void start() {
    stage = new Stage("headgate: {server: {head-timeout: 1s, body-timeout: 1s, body-bytes: 1MB}}");
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  @AfterEach
  void tellsNoSecretAndNoTrace() {
    assertThat(stage.gateway().output())
        .doesNotContain("\tat ")
        .doesNotContain(AssembledGateway.KEY)
        .doesNotContain("sk-provider-key");
  }

  private static RawClient.Reply ask(String bytes) throws IOException {
    try (RawClient client = stage.client()) {
      return client.send(bytes).reply();
    }
  }

  /** The answer, and that the connection is at its end after it. */
  private static RawClient.Reply lastAnswer(String bytes) throws IOException {
    try (RawClient client = stage.client()) {
      RawClient.Reply reply = client.send(bytes).reply();
      assertThat(client.readByte()).isEqualTo(-1);
      return reply;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"model\":\"gpt-4o\",\"messages\":[1,]}",
        "{\"model\":\"gpt-4o\"",
        "{\"model\":\"gpt-4o\"} x",
        "[]",
        "\"text\"",
        "{\"model\":\"gpt\n4o\"}",
        "{'model':'gpt-4o'}",
        "{\"model\":01}"
      })
  void refusesABodyThatIsNoJsonObject(String body) throws IOException {
    RawClient.Reply reply = stage.chat(body);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text()).contains("\"param\":\"request_body\"").contains("\"code\":\"400\"");
  }

  @Test
  void refusesABodyThatNestsTooDeep() throws IOException {
    RawClient.Reply reply =
        stage.chat(
            "{\"model\":\"gpt-4o\",\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");
    assertThat(reply.status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: +5\r\n",
        "Content-Length: 5 5\r\n",
        "Content-Length: 99999999999999999999\r\n",
        "X-A: a\r\n folded\r\n",
        "X-A : spaced\r\n",
        "X-A: bare\nX-B: lf\r\n",
        "X\u0001A: control\r\n",
        "Host: twice\r\n"
      })
  void refusesHeadsThatTwoPartiesCouldReadInTwoWays(String lines) throws IOException {
    RawClient.Reply reply = lastAnswer(RawClient.chatHead(lines) + "hello");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.header("connection")).isEqualTo("close");
  }

  @Test
  void refusesEncodingsOfTransferThatItDoesNotKnow() throws IOException {
    assertThat(
            lastAnswer(RawClient.chatHead("Transfer-Encoding: gzip, chunked\r\n") + "0\r\n\r\n")
                .status())
        .isEqualTo(501);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FFFFFFFFFFFFFFFFF\r\nabc",
        "-1\r\nabc",
        "zz\r\n",
        "3\r\nabcd\r\n0\r\n\r\n",
        "3\nabc"
      })
  void refusesChunksThatLie(String chunks) throws IOException {
    RawClient.Reply reply =
        lastAnswer(RawClient.chatHead("Transfer-Encoding: chunked\r\n") + chunks);
    assertThat(reply.status()).isEqualTo(400);
  }

  @Test
  void refusesAHeadThatIsTooLarge() throws IOException {
    RawClient.Reply reply = ask(RawClient.chatHead("X-A: " + "a".repeat(40_000) + "\r\n"));
    assertThat(reply.status()).isEqualTo(431);
    assertThat(reply.text()).contains("headgate.server.request-head-bytes");
  }

  @Test
  void refusesABodyThatIsTooLargeWhetherItSaysSoOrNot() throws IOException {
    RawClient.Reply declared = ask(RawClient.chatHead("Content-Length: 1048577\r\n"));
    assertThat(declared.status()).isEqualTo(413);
    assertThat(declared.text()).contains("headgate.server.body-bytes");
    RawClient.Reply chunked =
        ask(RawClient.chatHead("Transfer-Encoding: chunked\r\n") + "100001\r\n");
    assertThat(chunked.status()).isEqualTo(413);
  }

  @Test
  void givesASlowHeadAndASlowBodyTheirTimeAndNoMore() throws IOException {
    assertThat(ask("POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\n").status()).isEqualTo(408);
    RawClient.Reply body = ask(RawClient.chatHead("Content-Length: 100\r\n") + "{\"model\":");
    assertThat(body.status()).isEqualTo(408);
    assertThat(body.text()).contains("headgate.server.body-timeout");
  }

  @Test
  void refusesABadKeyBeforeItsBodyIsThere() throws IOException {
    RawClient.Reply reply =
        ask(
            RawClient.chatHead("Content-Length: 1000000\r\n")
                .replace(AssembledGateway.KEY, "sk-nobody-knows-this-key"));
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.text())
        .contains("\"type\":\"token_not_found_in_db\"")
        .contains("\"param\":\"key\"")
        .doesNotContain("sk-nobody-knows-this-key");
  }

  @Test
  void tellsNoKeyFromAMalformedOne() throws IOException {
    String head = "POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nContent-Length: 0\r\n";
    assertThat(ask(head + "\r\n").text())
        .contains("\"type\":\"auth_error\"")
        .contains("Authentication Error, no API key was passed in");
    assertThat(ask(head + "Authorization: " + AssembledGateway.KEY + "\r\n\r\n").status())
        .isEqualTo(401);
    assertThat(ask(head + "Authorization: Bearer not-a-virtual-key-at-all\r\n\r\n").text())
        .contains("sk-")
        .doesNotContain("not-a-virtual-key-at-all");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-litellm-api-key: %s",
        "X-LiteLLM-API-Key: Bearer %s",
        "Authorization: Bearer %s",
        "authorization: bearer   %s  ",
        "Authorization: Bearer \t%s\t",
        "api-key: %s",
        "x-api-key:   %s ",
        "x-goog-api-key: %s",
        "Ocp-Apim-Subscription-Key: %s"
      })
  void takesTheKeyFromEachHeaderThatClientsUse(String line) throws IOException {
    RawClient.Reply reply =
        ask(
            "GET /v1/models HTTP/1.1\r\nHost: g\r\n"
                + line.formatted(AssembledGateway.KEY)
                + "\r\n\r\n");
    assertThat(reply.status()).isEqualTo(200);
  }

  @Test
  void takesTheKeyFromBasicCredentials() throws IOException {
    String basic =
        Base64.getEncoder()
            .encodeToString(("user:" + AssembledGateway.KEY).getBytes(StandardCharsets.UTF_8));
    assertThat(
            ask("GET /v1/models HTTP/1.1\r\nHost: g\r\nAuthorization: Basic " + basic + "\r\n\r\n")
                .status())
        .isEqualTo(200);
  }

  @Test
  void answersPipelinedRequestsInTheirOrder() throws IOException {
    try (RawClient client = stage.client()) {
      String chat = new String(RawClient.chat(PLAIN), StandardCharsets.ISO_8859_1);
      client.send(chat + "GET /health/liveness HTTP/1.1\r\nHost: g\r\n\r\n" + chat);
      assertThat(client.reply().text()).contains("chat.completion");
      assertThat(client.reply().text()).isEqualTo("\"I'm alive!\"");
      assertThat(client.reply().text()).contains("chat.completion");
    }
  }

  @Test
  void servesOlderClientsAndWholeAddresses() throws IOException {
    RawClient.Reply old = lastAnswer("GET /health/liveness HTTP/1.0\r\n\r\n");
    assertThat(old.status()).isEqualTo(200);
    assertThat(ask("GET http://g/health/liveness HTTP/1.1\r\nHost: g\r\n\r\n").status())
        .isEqualTo(200);
  }

  @Test
  void saysWhatIsNotThere() throws IOException {
    RawClient.Reply nowhere = ask("GET /nowhere HTTP/1.1\r\nHost: g\r\n\r\n");
    assertThat(nowhere.status()).isEqualTo(404);
    assertThat(nowhere.text()).isEqualTo("{\"detail\":\"Not Found\"}");
    RawClient.Reply wrong = ask("GET /v1/chat/completions HTTP/1.1\r\nHost: g\r\n\r\n");
    assertThat(wrong.status()).isEqualTo(405);
    assertThat(wrong.header("allow")).isEqualTo("POST");
    assertThat(wrong.header("x-litellm-overhead-duration-ms")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u0016\u0003\u0001\u0002", "GET\r\n\r\n", "GET / HTTP/3.0\r\n\r\n", "\u0000"})
  void refusesWhatIsNoRequestAtOnce(String bytes) throws IOException {
    assertThat(lastAnswer(bytes).status()).isIn(400, 505);
  }

  @Test
  void forgetsAClientThatSendsLessThanItSaid() throws IOException {
    try (RawClient client = stage.client()) {
      client.send(RawClient.chatHead("Content-Length: 100\r\n") + "{\"model\":");
      client.halfClose();
      assertThat(client.readByte()).isEqualTo(-1);
    }
    assertThat(stage.chat(PLAIN).status()).isEqualTo(200);
  }
}
