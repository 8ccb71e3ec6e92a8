package dev.headgate.kernel.transport;

import static dev.headgate.kernel.transport.Exchanges.OK;
import static dev.headgate.kernel.transport.Exchanges.await;
import static dev.headgate.kernel.transport.Exchanges.exchange;
import static dev.headgate.kernel.transport.Exchanges.fails;
import static dev.headgate.kernel.transport.Exchanges.post;
import static dev.headgate.kernel.transport.Exchanges.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.kernel.net.DeadlineWatch;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.Timeouts;
import dev.headgate.spi.provider.Upstream;
import dev.headgate.spi.provider.UpstreamException.Kind;
import dev.headgate.spi.provider.UpstreamSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits, waiting and idleness, with a clock that stands still unless it is moved. */
@Timeout(60)
class ConnectionPoolTest {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong clock = new AtomicLong(1);
  private final DeadlineWatch watch = new DeadlineWatch(clock::get);
  private final PoolTransport transport =
      new PoolTransport(
          PoolSettings.DEFAULTS.maxWait(Duration.ofSeconds(3)).idle(Duration.ofSeconds(40)), watch);
  private RawServer server;
  private Upstream upstream;

  @BeforeEach
  void start() throws IOException {
    server = RawServer.answering(OK);
    upstream = transport.open(UpstreamSpec.of(server.origin()).maxConnections(2));
  }

  @AfterEach
  void stop() throws IOException {
    assertThat(transport.open()).isEqualTo(transport.idle());
    upstream.close();
    assertThat(transport.open()).isZero();
    assertThat(watch.size()).isZero();
    server.close();
    threads.close();
  }

  private void pass(Duration length) {
    clock.addAndGet(length.toNanos());
    watch.tick();
  }

  private Answer send() throws IOException {
    return upstream.send(new TestCall(), post("{}"));
  }

  private void waiting(int count) {
    await(() -> transport.meters().waits() == count);
  }

  @Test
  void hasTheNextCallWaitWhenAllConnectionsAreInUse() throws Exception {
    Answer first = send();
    Answer second = send();
    Future<String> third = threads.submit(() -> exchange(upstream, post("{}")));
    waiting(1);
    assertThat(transport.open()).isEqualTo(2);
    assertThat(text(first.body())).isEqualTo("ok");
    first.close();
    assertThat(third.get()).isEqualTo("ok");
    second.close();
    assertThat(server.connections).hasValue(2);
  }

  @Test
  void servesThoseWhoWaitInTheirOrder() throws Exception {
    Answer first = send();
    Answer second = send();
    List<Integer> order = new CopyOnWriteArrayList<>();
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int number = i;
      calls.add(
          threads.submit(() -> {
            try (Answer answer = send()) {
              order.add(number);
              return text(answer.body());
            }
          }));
      waiting(i + 1);
    }
    first.close();
    for (Future<?> call : calls) {
      call.get();
    }
    second.close();
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void givesThePlaceOfADiscardedConnectionToTheNext() throws Exception {
    try (RawServer partial =
        new RawServer(peer -> {
          peer.request();
          peer.send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\npart");
          peer.awaitClose();
        })) {
      Upstream one = transport.open(UpstreamSpec.of(partial.origin()).maxConnections(1));
      Answer first = one.send(new TestCall(), post("{}"));
      Future<Integer> second =
          threads.submit(() -> {
            try (Answer answer = one.send(new TestCall(), post("{}"))) {
              return answer.status();
            }
          });
      waiting(1);
      first.close();
      assertThat(second.get()).isEqualTo(200);
      assertThat(partial.connections).hasValue(2);
      one.close();
    }
  }

  @Test
  void tellsThatAllAreBusyAfterTheWait() throws Exception {
    Answer first = send();
    Answer second = send();
    Future<String> third = threads.submit(() -> exchange(upstream, post("{}")));
    waiting(1);
    pass(Duration.ofMillis(2999));
    assertThat(third.isDone()).isFalse();
    pass(Duration.ofMillis(1));
    fails(
        Kind.BUSY,
        () -> {
          try {
            third.get();
          } catch (ExecutionException failed) {
            throw failed.getCause();
          }
        });
    first.close();
    second.close();
    assertThat(exchange(upstream, post("{}"))).isEqualTo("ok");
    assertThat(transport.meters().busy()).isEqualTo(1);
  }

  @Test
  void letsACallThatWaitsBeCancelled() throws Exception {
    Answer first = send();
    Answer second = send();
    TestCall call = new TestCall();
    Future<String> third = threads.submit(() -> exchange(upstream, call, post("{}")));
    waiting(1);
    call.cancel();
    assertThatThrownBy(third::get).hasMessageContaining("cancelled");
    first.close();
    second.close();
  }

  @Test
  void countsTheWaitAsConnecting() throws Exception {
    Answer first = send();
    Answer second = send();
    Duration soon = Duration.ofSeconds(1);
    TestCall call = new TestCall(new Timeouts(soon, soon, soon, Duration.ofSeconds(10)));
    Future<String> third = threads.submit(() -> exchange(upstream, call, post("{}")));
    waiting(1);
    pass(Duration.ofSeconds(1));
    assertThatThrownBy(third::get).hasMessageContaining("connect timeout");
    first.close();
    second.close();
  }

  @Test
  void givesTheConnectionUsedLastFirstAndClosesTheOthers() throws Exception {
    Answer first = send();
    Answer second = send();
    first.close();
    second.close();
    assertThat(transport.idle()).isEqualTo(2);
    pass(Duration.ofSeconds(30));
    exchange(upstream, post("{}"));
    pass(Duration.ofSeconds(20));
    assertThat(transport.idle()).isEqualTo(1);
    assertThat(transport.meters().evicted()).isEqualTo(1);
    exchange(upstream, post("{}"));
    assertThat(server.connections).hasValue(2);
    pass(Duration.ofSeconds(41));
    assertThat(transport.open()).isZero();
  }

  @Test
  void refusesAtOnceWhereNobodyMayWait() throws Exception {
    PoolTransport impatient =
        new PoolTransport(PoolSettings.DEFAULTS.maxWait(Duration.ZERO), watch);
    Upstream one = impatient.open(UpstreamSpec.of(server.origin()).maxConnections(1));
    Answer first = one.send(new TestCall(), post("{}"));
    fails(Kind.BUSY, () -> one.send(new TestCall(), post("{}")));
    first.close();
    one.close();
  }

  @Test
  void closesConnectionsThatComeBackAfterTheUpstream() throws Exception {
    Upstream other = transport.open(UpstreamSpec.of(server.origin()));
    Answer answer = other.send(new TestCall(), post("{}"));
    other.close();
    assertThat(text(answer.body())).isEqualTo("ok");
    answer.close();
    assertThat(transport.idle()).isZero();
  }

  @Test
  void servesThoseWhoWaitedWhenTheUpstreamWasClosed() throws Exception {
    Upstream other = transport.open(UpstreamSpec.of(server.origin()).maxConnections(1));
    Answer answer = other.send(new TestCall(), post("{}"));
    Future<String> second = threads.submit(() -> exchange(other, post("{}")));
    waiting(1);
    other.close();
    answer.close();
    assertThat(second.get()).isEqualTo("ok");
  }
}
