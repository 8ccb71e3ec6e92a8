package dev.headgate.kernel.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.upstream.SelfSignedCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TlsWireTest {
  private static SSLContext serverContext;
  private static SSLContext clientContext;
  private static Path certificate;
  private static Path key;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private ServerSocketChannel listener;
  private Wire rawClient;
  private Wire rawServer;

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws IOException {
    SelfSignedCertificate own = SelfSignedCertificate.forNames("localhost", "upstream.test");
    certificate = Files.writeString(folder.resolve("cert.pem"), own.certificatePem());
    key = Files.writeString(folder.resolve("key.pem"), own.privateKeyPem());
    serverContext = TlsContexts.server(certificate, key);
    clientContext = TlsContexts.client(certificate, true);
  }

  @BeforeEach
  void connect() throws IOException {
    listener =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    SocketChannel client = SocketChannel.open(listener.getLocalAddress());
    rawClient = new ChannelWire(client);
    rawServer = new ChannelWire(listener.accept());
  }

  @AfterEach
  void close() throws IOException {
    rawClient.close();
    rawServer.close();
    listener.close();
    threads.close();
  }

  private <T> Future<T> async(Callable<T> task) {
    return threads.submit(task);
  }

  private Future<TlsWire> server(SSLContext context, String... protocols) {
    return async(() -> TlsWire.agree(rawServer, TlsContexts.serverEngine(context, protocols)));
  }

  private TlsWire client(String host, String... protocols) throws Exception {
    SSLEngine engine = TlsContexts.clientEngine(clientContext, host, 443, true, protocols);
    return async(() -> TlsWire.agree(rawClient, engine)).get();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] readFully(Wire wire, int count, int step) throws IOException {
    byte[] all = new byte[count];
    int have = 0;
    while (have < count) {
      int more = wire.read(all, have, Math.min(step, count - have));
      assertThat(more).isPositive();
      have += more;
    }
    return all;
  }

  @Test
  void agreesOnAProtocolAndCarriesBytesBothWays() throws Exception {
    Future<TlsWire> accepted = server(serverContext, "h2", "http/1.1");
    TlsWire client = client("localhost", "http/1.1");
    TlsWire server = accepted.get();
    assertThat(client.applicationProtocol()).isEqualTo("http/1.1");
    assertThat(server.applicationProtocol()).isEqualTo("http/1.1");
    client.write(bytes("question"), 0, 8);
    assertThat(readFully(server, 8, 100)).isEqualTo(bytes("question"));
    server.write(bytes("answer"), 0, 6);
    assertThat(readFully(client, 6, 1)).isEqualTo(bytes("answer"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1000, 16_384, 16_385, 100_000})
  void carriesLargeAmountsInAnyPortions(int step) throws Exception {
    Future<TlsWire> accepted = server(serverContext);
    TlsWire client = client("localhost");
    TlsWire server = accepted.get();
    byte[] much = new byte[step == 1 ? 20_000 : 700_000];
    new Random(1).nextBytes(much);
    Future<byte[]> received = async(() -> readFully(server, much.length, step));
    ByteBuffer[] pieces = {
      ByteBuffer.wrap(much, 0, 10), ByteBuffer.wrap(much, 10, much.length - 10)
    };
    client.write(pieces, 2);
    assertThat(Arrays.equals(received.get(), much)).isTrue();
  }

  @Test
  void refusesACertificateForAnotherHost() {
    Future<TlsWire> accepted = server(serverContext);
    assertThatThrownBy(() -> client("elsewhere.test")).hasCauseInstanceOf(SSLException.class);
    assertThatThrownBy(accepted::get).isInstanceOf(ExecutionException.class);
  }

  @Test
  void refusesACertificateThatNobodyVouchesFor() throws Exception {
    SSLContext defaults = TlsContexts.client(null, true);
    SSLEngine engine = TlsContexts.clientEngine(defaults, "localhost", 443, true);
    Future<TlsWire> accepted = server(serverContext);
    Future<TlsWire> agreed = async(() -> TlsWire.agree(rawClient, engine));
    assertThatThrownBy(agreed::get).hasCauseInstanceOf(SSLException.class);
    assertThatThrownBy(accepted::get).isInstanceOf(ExecutionException.class);
  }

  @Test
  void takesAnyCertificateWhenVerificationIsOff() throws Exception {
    SSLContext unchecked = TlsContexts.client(null, false);
    SSLEngine engine = TlsContexts.clientEngine(unchecked, "elsewhere.test", 443, false);
    Future<TlsWire> accepted = server(serverContext);
    async(() -> TlsWire.agree(rawClient, engine)).get();
    assertThat(accepted.get().open()).isTrue();
  }

  @Test
  void readsToAProperEnd() throws Exception {
    Future<TlsWire> accepted = server(serverContext);
    TlsWire client = client("localhost");
    TlsWire server = accepted.get();
    client.write(bytes("last"), 0, 4);
    client.shutdown();
    assertThat(readFully(server, 4, 100)).isEqualTo(bytes("last"));
    assertThat(server.read(new byte[10], 0, 10)).isEqualTo(-1);
    assertThat(server.read(new byte[10], 0, 10)).isEqualTo(-1);
  }

  @Test
  void doesNotTakeACutConnectionForAnEnd() throws Exception {
    Future<TlsWire> accepted = server(serverContext);
    TlsWire client = client("localhost");
    TlsWire reader = accepted.get();
    client.close();
    assertThatThrownBy(() -> reader.read(new byte[10], 0, 10)).isInstanceOf(IOException.class);
  }

  @Test
  void probesWithoutWaitingAndLosesNothing() throws Exception {
    Future<TlsWire> accepted = server(serverContext);
    TlsWire client = client("localhost");
    TlsWire server = accepted.get();
    byte[] target = new byte[3];
    assertThat(server.probe(target, 0, 3)).isZero();
    client.write(bytes("pipelined"), 0, 9);
    int count = 0;
    while (count == 0) {
      count = server.probe(target, 0, 3);
    }
    assertThat(count).isEqualTo(3);
    assertThat(target).isEqualTo(bytes("pip"));
    assertThat(readFully(server, 6, 6)).isEqualTo(bytes("elined"));
    client.shutdown();
    int end = 0;
    while (end == 0) {
      end = server.probe(target, 0, 3);
    }
    assertThat(end).isEqualTo(-1);
  }

  @Test
  void seesThroughSessionTicketsWhenItProbes() throws Exception {
    Future<TlsWire> accepted = server(serverContext);
    TlsWire client = client("localhost");
    TlsWire server = accepted.get();
    server.write(bytes("x"), 0, 1);
    byte[] target = new byte[10];
    int count = 0;
    while (count == 0) {
      count = client.probe(target, 0, 10);
    }
    assertThat(count).isEqualTo(1);
    assertThat(client.probe(target, 0, 10)).isZero();
  }

  @Test
  void endsABlockedReadWhenItIsClosed() throws Exception {
    Future<TlsWire> accepted = server(serverContext);
    client("localhost");
    TlsWire server = accepted.get();
    Future<Integer> blocked = async(() -> server.read(new byte[10], 0, 10));
    server.close();
    assertThatThrownBy(blocked::get).hasCauseInstanceOf(IOException.class);
  }

  @Test
  void namesTheFileThatCannotBeUsed(@TempDir Path folder) throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing");
    assertThatThrownBy(() -> TlsContexts.client(empty, true)).hasMessageContaining("empty.pem");
    assertThatThrownBy(() -> TlsContexts.server(certificate, empty))
        .hasMessageContaining("empty.pem")
        .hasMessageContaining("PKCS#8");
    Path missing = folder.resolve("missing.pem");
    assertThatThrownBy(() -> TlsContexts.client(missing, true)).hasMessageContaining("missing.pem");
    Path broken =
        Files.writeString(
            folder.resolve("broken.pem"),
            "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");
    assertThatThrownBy(() -> TlsContexts.server(certificate, broken))
        .hasMessageContaining("broken.pem")
        .hasMessageNotContaining("c2Vj");
  }
}
