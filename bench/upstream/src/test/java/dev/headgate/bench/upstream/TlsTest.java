package dev.headgate.bench.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class TlsTest {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final SelfSignedCertificate SERVER =
      SelfSignedCertificate.forNames("localhost", "127.0.0.1");

  private static HttpResponse<String> get(SSLContext context, ScriptedUpstream upstream)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
      URI uri = URI.create("https://localhost:" + upstream.port() + "/v1/models");
      return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  private static RawClient raw(ScriptedUpstream upstream) throws IOException {
    SSLContext context = SelfSignedCertificate.trusting(SERVER);
    return new RawClient(context.getSocketFactory().createSocket("127.0.0.1", upstream.port()));
  }

  @Test
  void answersAClientThatTrustsItsCertificateAndChecksTheName() throws Exception {
    try (ScriptedUpstream upstream = ScriptedUpstream.startTls(SERVER.context())) {
      assertThat(upstream.baseUrl()).startsWith("https://127.0.0.1:");
      assertThat(get(SelfSignedCertificate.trusting(SERVER), upstream).statusCode()).isEqualTo(200);
      RecordedConnection connection = upstream.lastCall().connection();
      assertThat(connection.tlsProtocol()).isEqualTo("TLSv1.3");
      assertThat(connection.applicationProtocol()).isEqualTo("http/1.1");
      assertThat(connection.serverNames()).containsExactly("localhost");
    }
  }

  @Test
  void isRefusedByAClientThatTrustsAnother() {
    SelfSignedCertificate other = SelfSignedCertificate.forNames("localhost");
    try (ScriptedUpstream upstream = ScriptedUpstream.startTls(SERVER.context())) {
      assertThatThrownBy(() -> get(SelfSignedCertificate.trusting(other), upstream))
          .isInstanceOf(SSLHandshakeException.class);
      upstream.awaitOpenConnections(0, SOON);
      assertThat(upstream.faults()).singleElement().asString().contains("TLS handshake failed");
      assertThat(upstream.calls()).isEmpty();
    }
  }

  @Test
  void isRefusedWithAnotherName() {
    SelfSignedCertificate named = SelfSignedCertificate.forNames("upstream.example");
    try (ScriptedUpstream upstream = ScriptedUpstream.startTls(named.context())) {
      assertThatThrownBy(() -> get(SelfSignedCertificate.trusting(named), upstream))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void closesAConnectionWhoseHandshakeNeverComes() throws IOException {
    ScriptedUpstream upstream = ScriptedUpstream.startTls(SERVER.context());
    try (RawClient silent = new RawClient(upstream)) {
      upstream.awaitOpenConnections(1, SOON);
      upstream.close();
      assertThat(silent.readAll()).isEmpty();
      upstream.awaitOpenConnections(0, SOON);
    }
  }

  @Test
  void demandsAClientCertificate() throws Exception {
    SelfSignedCertificate clients = SelfSignedCertificate.forNames("client");
    try (ScriptedUpstream upstream =
        ScriptedUpstream.startMutualTls(UpstreamOptions.defaults(), SERVER.context(clients))) {
      assertThat(get(clients.context(SERVER), upstream).statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> get(SelfSignedCertificate.trusting(SERVER), upstream))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void streamsAndNoticesThatThePeerLeaves() throws IOException {
    try (ScriptedUpstream upstream = ScriptedUpstream.startTls(SERVER.context())) {
      upstream.next(Script.eventStream().sse("1").stall());
      RecordedRequest call;
      try (RawClient client = raw(upstream)) {
        client.send(RawClient.chat("{}")).readUntil("data: 1\n\n\r\n");
        call = upstream.awaitCall(SOON);
      }
      call.awaitClosedByPeer(SOON);
      assertThat(call.awaitAnswered(SOON)).isEqualTo(RecordedRequest.Answered.NOT_COMPLETELY);
      upstream.awaitOpenConnections(0, SOON);
    }
  }

  @Test
  void closesInOrderAndResets() throws IOException {
    try (ScriptedUpstream upstream = ScriptedUpstream.startTls(SERVER.context())) {
      upstream.next(Script.raw("closed").close(), Script.raw("reset").reset());
      try (RawClient client = raw(upstream)) {
        assertThat(client.send(RawClient.chat("{}")).readAll()).isEqualTo("closed");
      }
      try (RawClient client = raw(upstream)) {
        client.send(RawClient.chat("{}"));
        assertThatThrownBy(client::readAll).isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void givesItsCertificateAndKeyAsPem() {
    assertThat(SERVER.certificatePem())
        .startsWith("-----BEGIN CERTIFICATE-----\nM")
        .endsWith("\n-----END CERTIFICATE-----\n");
    assertThat(SERVER.privateKeyPem()).startsWith("-----BEGIN PRIVATE KEY-----\nM");
  }
}
