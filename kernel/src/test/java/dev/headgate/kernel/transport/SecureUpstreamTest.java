package dev.headgate.kernel.transport;

import static dev.headgate.kernel.transport.Exchanges.exchange;
import static dev.headgate.kernel.transport.Exchanges.fails;
import static dev.headgate.kernel.transport.Exchanges.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.upstream.SelfSignedCertificate;
import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.spi.provider.Timeouts;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamException.Kind;
import dev.headgate.spi.provider.UpstreamSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS to upstreams, and proxies in front of them. */
@Timeout(60)
class SecureUpstreamTest {
  private static SSLContext context;
  private static Path certificate;

  private final DeadlineWatch watch = DeadlineWatch.start();
  private final List<String> protocols = new CopyOnWriteArrayList<>();
  private PoolTransport transport = new PoolTransport(PoolSettings.DEFAULTS, watch);

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws IOException {
    SelfSignedCertificate own = SelfSignedCertificate.forNames("localhost", "upstream.test");
    certificate = Files.writeString(folder.resolve("ca.pem"), own.certificatePem());
    context = own.context();
  }

  @AfterEach
  void stop() {
    assertThat(transport.open()).isEqualTo(transport.idle());
    transport.close();
    watch.close();
  }

  /** A server that speaks TLS on a socket that is accepted plain, and answers each request. */
  private RawServer secure() throws IOException {
    return new RawServer(peer -> serve(peer.socket));
  }

  private void serve(Socket plain) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(plain, null, plain.getPort(), true)) {
      socket.setUseClientMode(false);
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      protocols.add(socket.getApplicationProtocol());
      StringBuilder request = new StringBuilder();
      for (int b = socket.getInputStream().read(); b >= 0; b = socket.getInputStream().read()) {
        request.append((char) b);
        if (request.toString().endsWith("\r\n\r\n{}")) {
          byte[] answer = Exchanges.OK.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
          socket.getOutputStream().write(answer);
          request.setLength(0);
        }
      }
    }
  }

  private static UpstreamSpec spec(RawServer server, String host) {
    return UpstreamSpec.of(URI.create("https://" + host + ":" + server.port()));
  }

  @Test
  void speaksHttp11OverTlsWithACertificateOfItsOwn() throws IOException {
    try (RawServer server = secure()) {
      Upstream upstream = transport.open(spec(server, "localhost").trusting(certificate));
      for (int i = 0; i < 5; i++) {
        assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      }
      assertThat(server.connections).hasValue(1);
      assertThat(protocols).containsExactly("http/1.1");
    }
  }

  @Test
  void refusesAnUnknownCertificateAndAWrongName() throws IOException {
    try (RawServer server = secure()) {
      Upstream unknown = transport.open(spec(server, "localhost"));
      fails(Kind.CONNECT, () -> exchange(unknown, post("{}")));
      Upstream wrongName = transport.open(spec(server, "127.0.0.1").trusting(certificate));
      fails(Kind.CONNECT, () -> exchange(wrongName, post("{}")));
      Upstream unchecked = transport.open(spec(server, "127.0.0.1").withoutVerification());
      assertThat(exchange(unchecked, post("{}"))).isEqualTo("ok");
      assertThat(transport.open()).isEqualTo(1);
    }
  }

  @Test
  void neverMixesConnectionsThatTrustDifferently() throws IOException {
    try (RawServer server = secure()) {
      exchange(transport.open(spec(server, "localhost").withoutVerification()), post("{}"));
      Upstream checked = transport.open(spec(server, "localhost"));
      fails(Kind.CONNECT, () -> exchange(checked, post("{}")));
    }
  }

  @Test
  void saysWhichFileOfCertificatesCannotBeRead() {
    UpstreamSpec spec =
        UpstreamSpec.of(URI.create("https://localhost")).trusting(Path.of("/no/such/ca.pem"));
    assertThatThrownBy(() -> transport.open(spec))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/no/such/ca.pem");
  }

  @Test
  void endsAConnectionThatNeverAgreesOnTls() throws Exception {
    try (RawServer server = new RawServer(RawServer.Peer::awaitClose)) {
      Upstream upstream = transport.open(spec(server, "localhost").trusting(certificate));
      Duration soon = Duration.ofMillis(200);
      TestCall call = new TestCall(new Timeouts(soon, soon, soon, Duration.ofSeconds(10)));
      fails(Kind.TIMEOUT, () -> upstream.send(call, post("{}")));
      assertThat(server.sawClose()).isTrue();
    }
  }

  @Test
  void tellsAPlainServerFromATlsOne() throws IOException {
    try (RawServer server =
        new RawServer(peer -> {
          peer.send("HTTP/1.1 400 Bad Request\r\n\r\n");
          peer.awaitClose();
        })) {
      Upstream upstream = transport.open(spec(server, "localhost").trusting(certificate));
      fails(Kind.CONNECT, () -> upstream.send(new TestCall(), post("{}")));
    }
  }

  /** A proxy that connects, whatever the name, to one port of this machine. */
  private static RawServer proxy(int port, String answer) throws IOException {
    return new RawServer(peer -> {
      peer.request();
      peer.send(answer);
      try (Socket there = new Socket(InetAddress.getLoopbackAddress(), port)) {
        Thread back =
            Thread.ofVirtual()
                .start(() -> {
                  try {
                    there.getInputStream().transferTo(peer.out);
                  } catch (IOException closed) {
                    // one of the two left
                  }
                });
        peer.in.transferTo(there.getOutputStream());
        there.shutdownOutput();
        back.join();
      }
    });
  }

  private void through(RawServer proxy, String credential) {
    String address = "http://" + credential + "127.0.0.1:" + proxy.port();
    transport =
        new PoolTransport(PoolSettings.DEFAULTS.environment(Map.of("ALL_PROXY", address)), watch);
  }

  @Test
  void tunnelsTlsThroughAProxyThatAsksWho() throws IOException {
    try (RawServer server = secure();
        RawServer proxy = proxy(server.port(), "HTTP/1.1 200 Connection established\r\n\r\n")) {
      through(proxy, "user:pass@");
      UpstreamSpec spec =
          UpstreamSpec.of(URI.create("https://upstream.test")).trusting(certificate);
      Upstream upstream = transport.open(spec);
      assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      assertThat(proxy.connections).hasValue(1);
      assertThat(proxy.requests.getFirst())
          .startsWith("CONNECT upstream.test:443 HTTP/1.1\r\nhost: upstream.test:443\r\n")
          .contains("proxy-authorization: Basic dXNlcjpwYXNz\r\n");
    }
  }

  @Test
  void tellsThatTheProxyRefused() throws IOException {
    try (RawServer proxy = RawServer.answering("HTTP/1.1 407 Who\r\ncontent-length: 0\r\n\r\n")) {
      through(proxy, "user:secret@");
      Upstream upstream = transport.open(UpstreamSpec.of(URI.create("https://upstream.test")));
      assertThatThrownBy(() -> exchange(upstream, post("{}")))
          .hasMessageContaining("status 407")
          .hasMessageNotContaining("secret");
      assertThat(transport.open()).isZero();
    }
  }

  @Test
  void asksAProxyForThePlainResourceItself() throws IOException {
    try (RawServer proxy = RawServer.answering(Exchanges.OK)) {
      through(proxy, "user:pass@");
      Upstream upstream = transport.open(UpstreamSpec.of(URI.create("http://upstream.test:8080")));
      assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
      assertThat(proxy.requests.getFirst())
          .startsWith("POST http://upstream.test:8080/v1/chat/completions HTTP/1.1\r\n")
          .contains("host: upstream.test:8080\r\n", "proxy-authorization: Basic dXNlcjpwYXNz\r\n");
    }
  }

  @Test
  void endsTheWaitForASilentProxy() throws Exception {
    try (RawServer proxy = new RawServer(RawServer.Peer::awaitClose)) {
      through(proxy, "");
      Upstream upstream = transport.open(UpstreamSpec.of(URI.create("https://upstream.test")));
      Duration soon = Duration.ofMillis(200);
      TestCall call = new TestCall(new Timeouts(soon, soon, soon, Duration.ofSeconds(10)));
      fails(Kind.TIMEOUT, () -> upstream.send(call, post("{}")));
      assertThat(proxy.sawClose()).isTrue();
    }
  }
}
