package dev.headgate.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.Script;
import dev.headgate.plugins.ledgermemory.LedgerMemoryPlugin;
import dev.headgate.spi.auth.EntityLimit;
import dev.headgate.spi.auth.LimitedEntity;
import dev.headgate.spi.auth.LimitedEntity.Kind;
import dev.headgate.testkit.Doorman;
import dev.headgate.testkit.Guests;
import dev.headgate.testkit.TestGateway;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private final Guests guests = new Guests();

  private TestGateway start() {
    return TestGateway.around(RateLimitPlugin.class, RateLimitPlugin::new)
        .with(LedgerMemoryPlugin.class, LedgerMemoryPlugin::new)
        .with(Guests.MANIFEST, () -> guests)
        .withoutDoorman()
        .start();
  }

  private void invite(EntityLimit... limits) {
    LimitedEntity.Builder key = LimitedEntity.of(Kind.KEY, "hash");
    for (EntityLimit limit : limits) {
      key.limit(limit);
    }
    guests.invite(Doorman.KEY, key.build());
  }

  @Test
  void letsExactlyAsManyRequestsThroughInAMinute() throws Exception {
    invite(EntityLimit.requests(100));
    try (TestGateway gateway = start()) {
      List<Integer> statuses = new ArrayList<>();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
          all.add(threads.submit(() -> gateway.chat("hello").statusCode()));
        }
        for (Future<Integer> one : all) {
          statuses.add(one.get());
        }
      }
      assertThat(statuses).filteredOn(status -> status == 200).hasSize(100);
      assertThat(statuses).filteredOn(status -> status == 429).hasSize(200);
      gateway.clock().advance(Duration.ofSeconds(60));
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void saysWhichLimitAndWhenItEnds() {
    invite(EntityLimit.requests(1));
    try (TestGateway gateway = start()) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      gateway.clock().advance(Duration.ofMillis(20_500));
      HttpResponse<String> refused = gateway.chat("hello");
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.headers().firstValue("retry-after")).contains("40");
      assertThat(refused.headers().firstValue("rate_limit_type")).contains("requests");
      assertThat(refused.headers().firstValue("reset_at")).contains("2026-01-01T00:01:00Z");
      assertThat(refused.body())
          .contains("\"type\":\"throttling_error\"")
          .contains("Rate limit exceeded for api_key: hash. Limit type: requests.")
          .contains("Current limit: 1, Remaining: 0.")
          .contains("Limit resets at: 2026-01-01 00:01:00 UTC");
    }
  }

  @Test
  void showsWhereTheLimitsStandOnEveryAnswer() {
    invite(
        EntityLimit.requests(5),
        EntityLimit.tokens(100_000),
        EntityLimit.parallel(3),
        EntityLimit.requests(9).model("test-*"));
    try (TestGateway gateway = start()) {
      gateway.chat("hello");
      HttpResponse<String> second = gateway.chat("hello");
      assertThat(second.headers().firstValue("x-ratelimit-api_key-limit-requests")).contains("5");
      assertThat(second.headers().firstValue("x-ratelimit-api_key-remaining-requests"))
          .contains("3");
      assertThat(second.headers().firstValue("x-ratelimit-limit-requests")).contains("5");
      assertThat(second.headers().firstValue("x-ratelimit-remaining-requests")).contains("3");
      assertThat(second.headers().firstValue("x-ratelimit-reset-requests")).contains("60");
      assertThat(second.headers().firstValue("x-ratelimit-limit-tokens")).contains("100000");
      assertThat(second.headers().firstValue("x-ratelimit-api_key-remaining-max_parallel_requests"))
          .contains("2");
      assertThat(second.headers().firstValue("x-litellm-key-remaining-requests-test--"))
          .contains("7");
    }
  }

  @Test
  void countsTheTokensThatWereReallyUsed() {
    invite(EntityLimit.tokens(215));
    try (TestGateway gateway = start()) {
      gateway
          .upstream()
          .on("POST", "/chat/completions")
          .reply(
              Script.json(
                  "{\"id\":\"x\",\"choices\":[],\"usage\":{\"prompt_tokens\":62,"
                      + "\"completion_tokens\":20,\"total_tokens\":82,"
                      + "\"prompt_tokens_details\":{\"cached_tokens\":12}}}"));
      String body = "{\"model\":\"test-model\",\"max_tokens\":10,\"messages\":[]}";
      for (int i = 0; i < 3; i++) {
        // 70 each: what the prompt cache gave does not count
        assertThat(gateway.post("/v1/chat/completions", body).statusCode()).isEqualTo(200);
      }
      HttpResponse<String> refused = gateway.post("/v1/chat/completions", body);
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.body()).contains("Limit type: tokens").contains("Remaining: 5");
    }
  }

  @Test
  void givesQuotaBackThatARefusedRequestHadTaken() {
    guests.invite(
        Doorman.KEY,
        LimitedEntity.of(Kind.KEY, "hash").limit(EntityLimit.requests(10)).build(),
        LimitedEntity.of(Kind.TEAM, "team").limit(EntityLimit.tokens(1)).build());
    try (TestGateway gateway = start()) {
      for (int i = 0; i < 20; i++) {
        assertThat(gateway.chat("hello").body()).contains("Rate limit exceeded for team: team");
      }
      guests.invite(
          Doorman.KEY, LimitedEntity.of(Kind.KEY, "hash").limit(EntityLimit.requests(10)).build());
      HttpResponse<String> served = gateway.chat("hello");
      assertThat(served.headers().firstValue("x-ratelimit-remaining-requests")).contains("9");
    }
  }

  @Test
  void leavesNoSlotBehindHoweverACallEnds() throws Exception {
    invite(EntityLimit.parallel(1));
    try (TestGateway gateway = start()) {
      // an upstream's error
      gateway.upstream().next(Script.json(500, "{\"error\":{\"message\":\"broken\"}}"));
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(500);
      // a connection that breaks; the kernel may have asked once more on another one
      gateway.upstream().next(Script.nothing().reset());
      assertThat(gateway.chat("hello").statusCode()).isNotEqualTo(429);
      // an answer that makes no sense
      gateway
          .upstream()
          .next(
              Script.nothing()
                  .write("nonsense\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
                  .close());
      assertThat(gateway.chat("hello").statusCode()).isGreaterThanOrEqualTo(500);
      // a body that is refused
      assertThat(gateway.post("/v1/chat/completions", "{").statusCode()).isEqualTo(400);
      // a client that leaves in the middle of a stream
      gateway
          .upstream()
          .next(
              Script.nothing()
                  .write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n")
                  .write("content-length: 100000\r\n\r\n")
                  .sse("{}")
                  .stall());
      leaveInAStream(gateway);
      long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      int status;
      do {
        status = gateway.chat("hello").statusCode();
        LockSupport.parkNanos(20_000_000);
      } while (status == 429 && System.nanoTime() < until);
      assertThat(status).isEqualTo(200);
      // and still only one at a time
      gateway.upstream().next(Script.nothing().stall());
      try (Socket first = open(gateway)) {
        do {
          LockSupport.parkNanos(20_000_000);
        } while (gateway.chat("hello").statusCode() != 429 && System.nanoTime() < until);
        HttpResponse<String> second = gateway.chat("hello");
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.body()).contains("Limit type: max_parallel_requests");
        assertThat(second.headers().firstValue("retry-after")).contains("1");
      }
    }
  }

  private static Socket open(TestGateway gateway) throws Exception {
    URI address = URI.create(gateway.baseUrl());
    Socket socket = new Socket(address.getHost(), address.getPort());
    byte[] body =
        "{\"model\":\"test-model\",\"stream\":true,\"messages\":[]}"
            .getBytes(StandardCharsets.UTF_8);
    socket
        .getOutputStream()
        .write(
            ("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                    + Doorman.KEY
                    + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.length
                    + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(body);
    return socket;
  }

  private static void leaveInAStream(TestGateway gateway) throws Exception {
    try (Socket socket = open(gateway)) {
      assertThat(socket.getInputStream().read()).isEqualTo('H');
    }
  }
}
