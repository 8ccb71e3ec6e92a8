package dev.headgate.kernel.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FrontTest {

  @Test
  void servesHttp1OnTheSamePortAndKeepsItsConnections() throws Exception {
    try (Gateway gateway = new Gateway(client -> Gateway.reply(client, client.head().path()));
        Socket client = connect(gateway)) {
      BufferedReader in = reader(client);
      for (String path : new String[] {"/first", "/second"}) {
        send(client, "GET " + path + " HTTP/1.1\r\nhost: a\r\n\r\n");
        assertThat(answer(in, path.length())).isEqualTo(path);
      }
    }
  }

  @Test
  void readsARequestWhoseFirstLetterLooksLikeHttp2() throws Exception {
    try (Gateway gateway =
            new Gateway(client -> {
              client.receive(100);
              Gateway.reply(client, client.head().method() + Gateway.body(client));
            });
        Socket client = connect(gateway)) {
      BufferedReader in = reader(client);
      for (byte b : "PRI * HTTP/1.1\r\nhost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII)) {
        client.getOutputStream().write(b);
      }
      assertThat(answer(in, 3)).isEqualTo("PRI");
      send(client, "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\nab");
      assertThat(answer(in, 6)).isEqualTo("POSTab");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "P", "PRI * HTTP/2.0\r\n"})
  void closesAConnectionThatDoesNotSayWhatItSpeaks(String beginning) throws Exception {
    try (Gateway gateway =
            new Gateway(
                Gateway.limits(Duration.ofMillis(150)), client -> Gateway.reply(client, "never"));
        Socket client = connect(gateway)) {
      send(client, beginning);

      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0016\u0003\u0001", "\u0000\u0000\u0000\u0000", "hello\r\n\r\n"})
  void refusesGarbage(String bytes) throws Exception {
    try (Gateway gateway = new Gateway(client -> Gateway.reply(client, "never"));
        Socket client = connect(gateway)) {
      send(client, bytes + "\r\n\r\n");

      assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void endsAConnectionThatSpeaksNonsenseAfterThePreface() throws Exception {
    try (Gateway gateway = new Gateway(client -> Gateway.reply(client, "never"));
        RawHttp2 client = new RawHttp2(gateway.port())) {
      client.send(FrameReader.PREFACE);
      client.send("this is no frame at all".getBytes(StandardCharsets.US_ASCII));

      assertThat(client.await(Frames.GOAWAY, 0).code()).isNotZero();
      client.awaitEnd();
    }
  }

  @Test
  void endsAConnectionThatSaysNothingWhenTheGatewayStops() throws Exception {
    try (Gateway gateway = new Gateway(client -> Gateway.reply(client, "never"));
        Socket client = connect(gateway)) {
      while (gateway.listener().openConnections() == 0) {
        Thread.onSpinWait();
      }
      gateway.listener().drain();
      gateway.listener().closeIdle();

      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }

  private static Socket connect(Gateway gateway) throws Exception {
    return new Socket(InetAddress.getLoopbackAddress(), gateway.port());
  }

  private static void send(Socket client, String text) throws Exception {
    client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static BufferedReader reader(Socket client) throws Exception {
    InputStream in = client.getInputStream();
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
  }

  private static String answer(BufferedReader in, int length) throws Exception {
    assertThat(in.readLine()).startsWith("HTTP/1.1 200 ");
    String line;
    do {
      line = in.readLine();
    } while (!line.isEmpty());
    char[] body = new char[length];
    assertThat(in.read(body)).isEqualTo(length);
    return new String(body);
  }
}
