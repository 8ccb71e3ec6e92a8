package dev.headgate.kernel.transport;

import static dev.headgate.kernel.transport.Exchanges.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.UpstreamSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RawBodyTest {
  private final DeadlineWatch watch = DeadlineWatch.start();
  private final PoolTransport transport = new PoolTransport(PoolSettings.DEFAULTS, watch);

  @AfterEach
  void stop() {
    assertThat(transport.open()).isEqualTo(transport.idle());
    transport.close();
    watch.close();
  }

  private Answer send(RawServer server) throws IOException {
    return transport.open(UpstreamSpec.of(server.origin())).send(new TestCall(), post("{}"));
  }

  private static String segment(RawBody body) {
    return text(body.array(), body.offset(), body.segmentLength());
  }

  private static String text(byte[] array, int offset, int length) {
    return new String(array, offset, length, StandardCharsets.UTF_8);
  }

  @Test
  void hasABodyThatCameWithItsHeadWithoutAnotherRead() throws IOException {
    try (RawServer server =
        RawServer.answering("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello")) {
      try (Answer answer = send(server)) {
        RawBody body = (RawBody) answer.body();
        assertThat(body.complete()).isTrue();
        assertThat(body.ready()).isTrue();
        assertThat(body.length()).isEqualTo(5);
        assertThat(body.nextRead()).isTrue();
        assertThat(body.nextSegment()).isTrue();
        assertThat(segment(body)).isEqualTo("hello");
        assertThat(body.nextSegment()).isFalse();
        assertThat(body.nextRead()).isFalse();
        assertThat(body.nextSegment()).isFalse();
        assertThat(answer.headers().text("content-length")).contains("5");
      }
      assertThat(transport.idle()).isEqualTo(1);
    }
  }

  @Test
  void isKeptUnreadWhenItIsAllThere() throws IOException {
    try (RawServer server =
        RawServer.answering("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello")) {
      send(server).close();
      assertThat(transport.idle()).isEqualTo(1);
    }
  }

  @Test
  void handsChunksOnAsTheyCameAndTellsWhenTheLastOneCame() throws Exception {
    SynchronousQueue<String> next = new SynchronousQueue<>();
    try (RawServer server =
        new RawServer(peer -> {
          peer.request();
          peer.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
          for (String part = next.take(); !part.isEmpty(); part = next.take()) {
            peer.send(part);
          }
          peer.awaitClose();
        })) {
      try (Answer answer = send(server)) {
        RawBody body = (RawBody) answer.body();
        assertThat(body.ready()).isFalse();
        assertThat(body.chunked()).isTrue();
        next.put("1\r\na\r\n2\r\nbc\r\n");
        assertThat(body.nextRead()).isTrue();
        assertThat(body.rawWhole()).isTrue();
        assertThat(text(body.array(), body.rawOffset(), body.rawLength()))
            .isEqualTo("1\r\na\r\n2\r\nbc\r\n");
        assertThat(body.decodedLength()).isEqualTo(3);
        assertThat(body.nextSegment()).isTrue();
        assertThat(segment(body)).isEqualTo("a");
        assertThat(body.nextSegment()).isTrue();
        assertThat(segment(body)).isEqualTo("bc");
        assertThat(body.complete()).isFalse();
        next.put("1\r\nd\r\n0\r\n\r\n");
        assertThat(body.nextRead()).isTrue();
        assertThat(body.rawWhole()).isTrue();
        assertThat(text(body.array(), body.rawOffset(), body.rawLength())).isEqualTo("1\r\nd\r\n");
        assertThat(body.complete()).isTrue();
        assertThat(body.nextRead()).isFalse();
      }
      next.put("");
      assertThat(transport.idle()).isEqualTo(1);
    }
  }

  @Test
  void keepsALargeHeadWhileTheBodyIsRead() throws Exception {
    String value = "v".repeat(15_000);
    String body = "b".repeat(100_000);
    try (RawServer server =
        RawServer.answering(
            "HTTP/1.1 200 OK\r\nx-large: %s\r\nx-larger: %s%s\r\ncontent-length: 100000\r\n\r\n%s"
                .formatted(value, value, value, body))) {
      try (Answer answer = send(server)) {
        assertThat(Exchanges.text(answer.body())).isEqualTo(body);
        assertThat(answer.headers().text("x-large")).contains(value);
        assertThat(answer.headers().text("x-larger")).contains(value + value);
      }
      try (Answer answer = send(server)) {
        assertThat(answer.headers().text("x-large")).contains(value);
      }
    }
  }
}
