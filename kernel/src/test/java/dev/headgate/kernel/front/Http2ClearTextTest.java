package dev.headgate.kernel.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.kernel.front.RawHttp2.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Http2ClearTextTest {

  @Test
  void answersAGetOfAClientThatKnowsHttp2Beforehand() throws Exception {
    try (Gateway gateway =
            new Gateway(client ->
                Gateway.reply(client, client.head().method() + " " + client.head().path()));
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.get(1, "/v1/models?x=1");

      Map<String, String> head = client.head(1);
      assertThat(head)
          .containsEntry(":status", "200")
          .containsEntry("content-type", "text/plain")
          .containsEntry("content-length", "14");
      assertThat(client.body(1)).isEqualTo("GET /v1/models");
    }
  }

  @Test
  void showsTheStagesTheRequestAsAnyOther() throws Exception {
    try (Gateway gateway =
            new Gateway(client ->
                Gateway.reply(
                    client,
                    client.head().query()
                        + " "
                        + client.head().headers().text("host").orElseThrow()
                        + " "
                        + client.head().headers().text("authorization").orElseThrow()
                        + " "
                        + client.head().headers().text("cookie").orElseThrow()
                        + " "
                        + client.head().remoteAddress()));
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.frame(
          Frames.HEADERS,
          Frames.END_HEADERS | Frames.END_STREAM,
          1,
          RawHttp2.block(
              "GET", "/x?a=b", "authorization", "Bearer é", "cookie", "a=1", "cookie", "b=2"));

      assertThat(client.body(1)).isEqualTo("a=b gateway.test Bearer é a=1; b=2 127.0.0.1");
    }
  }

  @Test
  void receivesBodiesWithAndWithoutALength() throws Exception {
    try (Gateway gateway = echo();
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.post(1, "/", "content-length", "11");
      client.data(1, "hello ", false);
      client.data(1, "world", true);
      client.post(3, "/");
      client.data(3, "no length", false);
      client.data(3, "", true);
      client.post(5, "/");
      client.data(5, "", true);

      assertThat(client.body(1)).isEqualTo("hello world");
      assertThat(client.body(3)).isEqualTo("no length");
      assertThat(client.head(5)).containsEntry("content-length", "0");
    }
  }

  private static Gateway echo() throws Exception {
    return new Gateway(client -> {
      client.receive(8 << 20);
      Gateway.reply(client, Gateway.body(client));
    });
  }

  @Test
  void receivesABodyLargerThanTheWindow() throws Exception {
    AtomicInteger size = new AtomicInteger();
    try (Gateway gateway =
            new Gateway(client -> {
              client.receive(8 << 20);
              size.set(client.bodyTo() - client.bodyFrom());
              Gateway.reply(client, "ok");
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.post(1, "/");
      byte[] piece = new byte[Frames.MAX_PAYLOAD];
      int granted = 65_535;
      granted += Frames.intAt(client.await(Frames.WINDOW_UPDATE, 0).payload(), 0);
      for (int sent = 0; sent < 300; sent++) {
        while (granted < piece.length) {
          granted += Frames.intAt(client.await(Frames.WINDOW_UPDATE, 0).payload(), 0);
        }
        client.frame(Frames.DATA, sent == 299 ? Frames.END_STREAM : 0, 1, piece);
        granted -= piece.length;
      }

      assertThat(client.body(1)).isEqualTo("ok");
      assertThat(size).hasValue(300 * Frames.MAX_PAYLOAD);
      assertThat(gateway.buffers.bytesInUse()).isZero();
    }
  }

  @Test
  void sendsEachFrameBeforeTheNextIsWritten() throws Exception {
    Semaphore seen = new Semaphore(0);
    try (Gateway gateway =
            new Gateway(client -> {
              client.start(client.response(200), -1);
              for (int i = 0; i < 5; i++) {
                Gateway.piece(client, "frame " + i);
                seen.acquire();
              }
              client.finish(new byte[0], 0, 0);
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.get(1, "/stream");

      assertThat(client.head(1))
          .containsEntry(":status", "200")
          .doesNotContainKey("content-length");
      for (int i = 0; i < 5; i++) {
        assertThat(client.await(Frames.DATA, 1).text()).isEqualTo("frame " + i);
        seen.release();
      }
      assertThat(client.await(Frames.DATA, 1).endsStream()).isTrue();
    }
  }

  @Test
  void tellsTheExchangeOfAResetStreamWithinASecond() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(1);
    try (Gateway gateway = leavingNoticed(waiting, told);
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.get(1, "/slow");
      waiting.await();

      client.number(Frames.RST_STREAM, 1, 8);

      assertThat(told.await(1, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void tellsTheExchangeOfALostConnectionWithinASecond() throws Exception {
    CountDownLatch waiting = new CountDownLatch(3);
    CountDownLatch told = new CountDownLatch(3);
    try (Gateway gateway = leavingNoticed(waiting, told);
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.get(1, "/slow");
      client.get(3, "/slow");
      client.post(5, "/slow");
      waiting.await();

      client.close();

      assertThat(told.await(1, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static Gateway leavingNoticed(CountDownLatch waiting, CountDownLatch told)
      throws Exception {
    return new Gateway(client -> {
      CountDownLatch gone = new CountDownLatch(1);
      client.watch(now -> {
        if (client.gone()) {
          gone.countDown();
        }
      });
      waiting.countDown();
      gone.await();
      told.countDown();
      client.abort();
    });
  }

  @Test
  void servesAHundredStreamsAtOnce() throws Exception {
    CountDownLatch all = new CountDownLatch(100);
    try (Gateway gateway =
            new Gateway(client -> {
              client.receive(1000);
              all.countDown();
              all.await();
              Gateway.reply(client, Gateway.body(client));
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      for (int i = 0; i < 100; i++) {
        client.post(1 + 2 * i, "/");
      }
      for (int i = 99; i >= 0; i--) {
        client.data(1 + 2 * i, "body of " + i, true);
      }

      for (int i = 0; i < 100; i++) {
        assertThat(client.body(1 + 2 * i)).isEqualTo("body of " + i);
      }
    }
  }

  @Test
  void refusesABodyBeyondTheLimitAndKeepsTheConnection() throws Exception {
    try (Gateway gateway =
            new Gateway(client -> {
              client.receive(10);
              Gateway.reply(client, "ok");
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.post(1, "/", "content-length", "11");
      assertThat(client.head(1)).containsEntry(":status", "413");
      client.post(3, "/");
      client.data(3, "eleven byte", false);
      assertThat(client.head(3)).containsEntry(":status", "413");
      client.data(1, "eleven byte", true);
      client.data(3, "more", true);

      client.post(5, "/");
      client.data(5, "ten bytes!", true);
      assertThat(client.head(5)).containsEntry(":status", "200");
      assertThat(gateway.buffers.bytesInUse()).isZero();
    }
  }

  @Test
  void asksAClientToStopWhenItsAnswerIsThere() throws Exception {
    try (Gateway gateway = new Gateway(client -> Gateway.reply(client, "no need"));
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.post(1, "/");

      assertThat(client.body(1)).isEqualTo("no need");
      assertThat(client.await(Frames.RST_STREAM, 1).code()).isEqualTo(Frames.NO_ERROR);
      client.data(1, "still on its way", true);
      client.get(3, "/");
      assertThat(client.body(3)).isEqualTo("no need");
    }
  }

  @Test
  void aResetThatCrossesWithTheEndOfItsStreamHarmsNothing() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (Gateway gateway =
            new Gateway(client -> {
              if (client.head().path().equals("/slow")) {
                release.await();
              }
              Gateway.reply(client, "ok");
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.get(1, "/");
      client.get(3, "/slow");
      assertThat(client.body(1)).isEqualTo("ok");

      client.number(Frames.RST_STREAM, 1, 8);
      client.number(Frames.WINDOW_UPDATE, 1, 1000);
      release.countDown();

      assertThat(client.body(3)).isEqualTo("ok");
    }
  }

  @Test
  void breaksAnAbortedAnswerOffByAReset() throws Exception {
    try (Gateway gateway =
            new Gateway(client -> {
              client.start(client.response(200), -1);
              Gateway.piece(client, "half");
              client.abort();
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.get(1, "/");

      assertThat(client.await(Frames.DATA, 1).text()).isEqualTo("half");
      assertThat(client.await(Frames.RST_STREAM, 1).code()).isEqualTo(Frames.INTERNAL_ERROR);
    }
  }

  @Test
  void keepsToTheWindowsOfTheClient() throws Exception {
    byte[] large = new byte[100_000];
    try (Gateway gateway =
            new Gateway(client -> client.send(client.response(200), large, 0, large.length));
        RawHttp2 client = new RawHttp2(gateway.port())) {
      client.send(FrameReader.PREFACE);
      client.setting(Frames.INITIAL_WINDOW_SIZE, 1000);
      client.get(1, "/");
      assertThat(client.await(Frames.DATA, 1).payload()).hasSize(1000);

      client.number(Frames.WINDOW_UPDATE, 1, 500);
      assertThat(client.await(Frames.DATA, 1).payload()).hasSize(500);
      client.setting(Frames.INITIAL_WINDOW_SIZE, 200_000);

      int rest = 0;
      for (int more = 65_535 - 1500; more > 0; ) {
        int size = client.await(Frames.DATA, 1).payload().length;
        rest += size;
        more -= size;
      }
      client.number(Frames.WINDOW_UPDATE, 0, 200_000);
      Frame last;
      do {
        last = client.await(Frames.DATA, 1);
        rest += last.payload().length;
      } while (!last.endsStream());
      assertThat(rest).isEqualTo(100_000 - 1500);
    }
  }

  @Test
  void endsAStreamWhoseClientTakesNothing() throws Exception {
    byte[] large = new byte[100_000];
    try (Gateway gateway =
            new Gateway(
                Gateway.limits(Duration.ofMillis(200)),
                client -> client.send(client.response(200), large, 0, large.length));
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.get(1, "/");

      assertThat(client.await(Frames.RST_STREAM, 1).code()).isEqualTo(Frames.INTERNAL_ERROR);
    }
  }

  @Test
  void answersABodyThatDoesNotComeInTime() throws Exception {
    try (Gateway gateway =
            new Gateway(
                Gateway.limits(Duration.ofMillis(200)),
                client -> {
                  client.receive(1000);
                  Gateway.reply(client, "ok");
                });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.post(1, "/", "content-length", "5");
      client.data(1, "half", false);

      assertThat(client.head(1)).containsEntry(":status", "408");
    }
  }

  @Test
  void answersABodyOfAnotherLengthThanStated() throws Exception {
    try (Gateway gateway = echo();
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.post(1, "/", "content-length", "5");
      client.data(1, "half", true);
      client.post(3, "/", "content-length", "5");
      client.data(3, "too long", true);

      assertThat(client.head(1)).containsEntry(":status", "400");
      assertThat(client.head(3)).containsEntry(":status", "400");
    }
  }

  @Test
  void asksForABodyThatWaitsToBeAskedFor() throws Exception {
    try (Gateway gateway = echo();
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.post(1, "/", "expect", "100-continue");

      assertThat(client.head(1)).containsEntry(":status", "100");
      client.data(1, "now", true);
      assertThat(client.head(1)).containsEntry(":status", "200");
      assertThat(client.body(1)).isEqualTo("now");
    }
  }

  @Test
  void neverLetsAValueBecomeALine() throws Exception {
    try (Gateway gateway = echo();
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.post(1, "/", "x-a", "b\r\ntransfer-encoding: chunked");
      client.post(3, "/ HTTP/1.1\r\nx-evil: 1\r\nx:");

      assertThat(client.head(1)).containsEntry(":status", "400");
      assertThat(client.head(3)).containsEntry(":status", "400");
    }
  }

  @Test
  void refusesAHeadThatIsTooLarge() throws Exception {
    try (Gateway gateway = echo();
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.post(1, "/", "x-large", "a".repeat(16_345));

      assertThat(client.head(1)).containsEntry(":status", "431");
    }
  }

  @Test
  void refusesStreamsBeyondTheLimitOneByOne() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (Gateway gateway =
            new Gateway(client -> {
              release.await();
              Gateway.reply(client, "ok");
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      for (int i = 0; i < 129; i++) {
        client.get(1 + 2 * i, "/");
      }

      Frame refused = client.await(frame -> frame.type() == Frames.RST_STREAM);
      assertThat(refused.code()).isEqualTo(Frames.REFUSED_STREAM);
      release.countDown();
      for (int i = 0; i < 129; i++) {
        if (1 + 2 * i != refused.streamId()) {
          assertThat(client.body(1 + 2 * i)).isEqualTo("ok");
        }
      }
    }
  }

  @Test
  void endsAFloodOfResets() throws Exception {
    try (Gateway gateway =
            new Gateway(client -> {
              CountDownLatch gone = new CountDownLatch(1);
              client.watch(now -> {
                if (client.gone()) {
                  gone.countDown();
                }
              });
              gone.await();
              client.abort();
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      try {
        for (int i = 0; i < 20_000; i++) {
          client.get(1 + 2 * i, "/");
          client.number(Frames.RST_STREAM, 1 + 2 * i, 8);
        }
      } catch (IOException e) {
        // The gateway has ended the connection; streams that it refused before do not count.
      }

      Frame last = client.await(Frames.GOAWAY, 0);
      assertThat(last.code()).isEqualTo(11);
      assertThat(Frames.intAt(last.payload(), 0)).isGreaterThanOrEqualTo(401);
      client.awaitEnd();
    }
  }

  @Test
  void drainsAfterTheStreamsUnderWay() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (Gateway gateway =
            new Gateway(client -> {
              client.start(client.response(200), -1);
              Gateway.piece(client, "first");
              started.countDown();
              release.await();
              byte[] rest = "rest".getBytes(StandardCharsets.UTF_8);
              client.finish(rest, 0, rest.length);
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port());
        RawHttp2 idle = RawHttp2.greeted(gateway.port())) {
      idle.await(Frames.SETTINGS, 0);
      client.get(1, "/");
      started.await();

      gateway.listener().drain();

      Frame goAway = client.await(Frames.GOAWAY, 0);
      assertThat(Frames.intAt(goAway.payload(), 0)).isEqualTo(1);
      assertThat(goAway.code()).isZero();
      idle.awaitEnd();
      client.get(3, "/");
      assertThat(client.await(Frames.RST_STREAM, 3).code()).isEqualTo(Frames.REFUSED_STREAM);
      release.countDown();
      assertThat(client.body(1)).isEqualTo("firstrest");
      client.awaitEnd();
    }
  }

  @Test
  void answersWhatIsUnderWayWhenTheClientTakesLeave() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (Gateway gateway =
            new Gateway(client -> {
              release.await();
              Gateway.reply(client, "ok");
            });
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.get(1, "/");
      client.frame(Frames.GOAWAY, 0, 0, new byte[8]);
      release.countDown();

      assertThat(client.body(1)).isEqualTo("ok");
      client.awaitEnd();
    }
  }

  @Test
  void endsAnIdleConnectionButNoLongStream() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    try (Gateway gateway =
            new Gateway(
                Gateway.limits(Duration.ofMillis(100)),
                client -> {
                  release.await();
                  Gateway.reply(client, "late");
                });
        RawHttp2 idle = RawHttp2.greeted(gateway.port());
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.get(1, "/");
      idle.await(Frames.GOAWAY, 0);
      idle.awaitEnd();

      release.countDown();
      assertThat(client.body(1)).isEqualTo("late");
    }
  }

  @Test
  void answersPings() throws Exception {
    try (Gateway gateway = echo();
        RawHttp2 client = RawHttp2.greeted(gateway.port())) {
      client.frame(6, 0, 0, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

      assertThat(client.await(6, 0).payload()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }
  }

  @Test
  void readsAPrefaceThatComesInPieces() throws Exception {
    try (Gateway gateway = new Gateway(client -> Gateway.reply(client, "ok"));
        RawHttp2 client = new RawHttp2(gateway.port())) {
      for (byte b : FrameReader.PREFACE) {
        client.send(new byte[] {b});
      }
      client.frame(Frames.SETTINGS, 0, 0);
      client.get(1, "/");

      assertThat(client.body(1)).isEqualTo("ok");
    }
  }
}
