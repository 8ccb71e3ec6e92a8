package dev.headgate.kernel.transport;

import static dev.headgate.kernel.transport.Exchanges.await;
import static dev.headgate.kernel.transport.Exchanges.post;
import static dev.headgate.kernel.transport.Exchanges.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamException;
import dev.headgate.spi.provider.UpstreamException.Kind;
import dev.headgate.spi.provider.UpstreamSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many calls at once, some of them cancelled at any moment, over few connections. */
@Timeout(120)
class PoolStressTest {
  private static final int CALLERS = 32;
  private static final int ROUNDS = 200;
  private static final int CONNECTIONS = 8;

  private final Map<Kind, AtomicLong> failures = new EnumMap<>(Kind.class);

  PoolStressTest() {
    for (Kind kind : Kind.values()) {
      failures.put(kind, new AtomicLong());
    }
  }

  /** Answers with the body of the request, in chunks of random size; sometimes it leaves. */
  private static void echo(RawServer.Peer peer) throws IOException {
    Random random = new Random(peer.number);
    for (String request = peer.request(); request != null; request = peer.request()) {
      String body = request.substring(request.indexOf("\r\n\r\n") + 4);
      StringBuilder answer =
          new StringBuilder("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      for (int at = 0; at < body.length(); ) {
        int size = Math.min(1 + random.nextInt(20), body.length() - at);
        answer.append(Integer.toHexString(size)).append("\r\n");
        answer.append(body, at, at + size).append("\r\n");
        at += size;
      }
      answer.append("0\r\n\r\n");
      int cut = random.nextInt(answer.length());
      peer.send(answer.substring(0, cut));
      peer.send(answer.substring(cut));
      if (random.nextInt(50) == 0) {
        return;
      }
    }
  }

  private void call(
      Upstream upstream, int caller, int round, Random random, ExecutorService threads)
      throws Exception {
    String body = "caller " + caller + " round " + round + " ";
    body += "x".repeat(random.nextInt(300));
    TestCall call = new TestCall();
    Future<?> cancel = null;
    if (random.nextInt(3) == 0) {
      int spins = random.nextInt(20_000);
      cancel =
          threads.submit(() -> {
            for (int i = 0; i < spins; i++) {
              Thread.onSpinWait();
            }
            call.cancel();
          });
    }
    try (Answer answer = upstream.send(call, post(body))) {
      if (random.nextInt(10) > 0) {
        assertThat(text(answer.body())).isEqualTo(body);
      }
    } catch (UpstreamException failure) {
      failures.get(failure.kind()).incrementAndGet();
      if (failure.kind() == Kind.CANCELLED) {
        assertThat(cancel).isNotNull();
      }
    }
    if (cancel != null) {
      cancel.get();
    }
  }

  @Test
  void neverMixesAnswersAndLosesNoConnection() throws Exception {
    PoolSettings settings = PoolSettings.DEFAULTS.maxWait(Duration.ofSeconds(60));
    try (DeadlineWatch watch = DeadlineWatch.start();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        RawServer server = new RawServer(PoolStressTest::echo)) {
      PoolTransport transport = new PoolTransport(settings, watch);
      Upstream upstream =
          transport.open(UpstreamSpec.of(server.origin()).maxConnections(CONNECTIONS));
      List<Future<?>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int caller = i;
        Callable<Void> rounds =
            () -> {
              Random random = new Random(caller);
              for (int round = 0; round < ROUNDS; round++) {
                call(upstream, caller, round, random, threads);
                assertThat(transport.open()).isLessThanOrEqualTo(CONNECTIONS);
              }
              return null;
            };
        callers.add(threads.submit(rounds));
      }
      for (Future<?> caller : callers) {
        caller.get();
      }
      assertThat(transport.open()).isEqualTo(transport.idle());
      assertThat(failures.get(Kind.CANCELLED)).hasPositiveValue();
      // A kept connection may break twice in a row only by the server's leaving.
      assertThat(failures.get(Kind.MALFORMED)).hasValue(0);
      assertThat(failures.get(Kind.TRUNCATED)).hasValue(0);
      assertThat(failures.get(Kind.BUSY)).hasValue(0);
      assertThat(failures.get(Kind.RESET)).hasValue(0);
      assertThat(failures.get(Kind.CONNECT)).hasValue(0);
      assertThat(transport.meters().reused()).isPositive();
      upstream.close();
      await(() -> transport.open() == 0);
      await(() -> watch.size() == 0);
    }
  }
}
