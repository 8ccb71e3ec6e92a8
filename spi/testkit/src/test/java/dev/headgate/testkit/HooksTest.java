package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.upstream.Script;
import dev.headgate.spi.AttributeKey;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.Decision;
import dev.headgate.spi.Denial;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.admission.Estimate;
import dev.headgate.spi.admission.Limit;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.admission.LimitSource;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.cache.CachedAnswer;
import dev.headgate.spi.cache.ResponseCache;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.guard.StreamTransform;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.request.TextSpan;
import dev.headgate.spi.routing.AttemptListener;
import dev.headgate.spi.routing.CandidateFilter;
import dev.headgate.spi.usage.UsageEvent;
import dev.headgate.spi.usage.UsageListener;
import dev.headgate.spi.usage.UsageSink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The kernel calls every kind of extension where its Javadoc says. */
class HooksTest {

  private static TestGateway with(String kinds, String mutates, Extension... extensions) {
    return TestGateway.alone()
        .with(
            Map.of("id", "under-test", "kinds", kinds, "mutates", mutates, "needs", "prompt"),
            () -> plugin(extensions))
        .start();
  }

  private static Plugin plugin(Extension... extensions) {
    return context -> List.of(extensions);
  }

  @Test
  void aHeaderGateRefusesBeforeTheBodyIsRead() {
    HeaderGate gate =
        exchange ->
            Decision.deny(429, "throttling_error", "come back later", Duration.ofMillis(1500));
    try (TestGateway gateway = with("HeaderGate", "", gate)) {
      var answer = gateway.chat("hello");
      assertThat(answer.statusCode()).isEqualTo(429);
      assertThat(answer.headers().firstValue("retry-after")).contains("2");
      assertThat(answer.body())
          .contains("\"type\":\"throttling_error\"")
          .contains("come back later");
      assertThat(gateway.upstream().callCount()).isZero();
    }
  }

  @Test
  void aGateThatFailsIsClosed() {
    HeaderGate gate =
        exchange -> {
          throw new IllegalStateException("broken");
        };
    try (TestGateway gateway = with("HeaderGate", "", gate)) {
      var answer = gateway.chat("hello");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("under-test").doesNotContain("broken");
    }
  }

  @Test
  void aGuardrailSeesTheTextsAndEditsThemInPlace() {
    Guardrail guardrail =
        (exchange, edit) -> {
          for (TextSpan text : exchange.envelope().texts()) {
            edit.replaceText(text.span(), "[" + text.role() + " masked]");
          }
          return Decision.warn("masked");
        };
    try (TestGateway gateway = with("Guardrail", "prompt", guardrail)) {
      var answer = gateway.chat("my secret");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("warning").orElse("")).contains("masked");
      assertThat(gateway.upstream().lastCall().bodyText())
          .contains("\"content\":\"[user masked]\"")
          .doesNotContain("secret");
    }
  }

  @Test
  void aGuardrailThatDidNotSayThatItEditsCannot() {
    Guardrail guardrail =
        (exchange, edit) -> {
          edit.setField("temperature", "1".getBytes(StandardCharsets.UTF_8));
          return Decision.allow();
        };
    try (TestGateway gateway = with("Guardrail", "", guardrail)) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(503);
      assertThat(gateway.upstream().callCount()).isZero();
    }
  }

  @Test
  void aGuardrailAnswersInTheUpstreamsPlace() {
    Guardrail guardrail =
        (exchange, edit) ->
            Decision.respond(
                200,
                "application/json",
                Bytes.of("{\"canned\":true}".getBytes(StandardCharsets.UTF_8)));
    try (TestGateway gateway = with("Guardrail", "", guardrail)) {
      assertThat(gateway.chat("hello").body()).isEqualTo("{\"canned\":true}");
    }
  }

  @Test
  void aTransformChangesFramesAndHoldsSomeBack() {
    AttributeKey<String> mask = AttributeKey.of("mask", String.class);
    Guardrail guardrail =
        (exchange, edit) -> {
          exchange.put(mask, "Ada");
          return Decision.allow();
        };
    StreamTransform transform =
        (exchange, stream) ->
            new StreamTransform.FrameEditor() {
              @Override
              public void frame(Bytes frame, StreamTransform.FrameSink sink) {
                String text = frame.utf8().replace("NAME", String.valueOf(exchange.get(mask)));
                sink.emit(Bytes.of(text.getBytes(StandardCharsets.UTF_8)));
              }

              @Override
              public void end(StreamTransform.FrameSink sink) {
                sink.emit(Bytes.of(": bye\n\n".getBytes(StandardCharsets.UTF_8)));
              }
            };
    try (TestGateway gateway = with("Guardrail,StreamTransform", "frames", guardrail, transform)) {
      gateway
          .upstream()
          .next(
              Script.eventStream()
                  .sse("{\"choices\":[{\"delta\":{\"content\":\"Hello NAME\"}}]}")
                  .sse("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}")
                  .done());
      String answer = gateway.chatStream("hello").body();
      assertThat(answer).contains("Hello Ada").contains(": bye\n\ndata: [DONE]\n\n");
    }
  }

  @Test
  void aTransformSeesAPlainAnswerAsOneFrame() {
    StreamTransform transform =
        (exchange, stream) ->
            stream
                ? null
                : (frame, sink) ->
                    sink.emit(Bytes.of("{\"x\":1}".getBytes(StandardCharsets.UTF_8)));
    try (TestGateway gateway = with("StreamTransform", "frames", transform)) {
      assertThat(gateway.chat("hello").body()).isEqualTo("{\"x\":1}");
      assertThat(gateway.chatStream("hello").body()).contains("[DONE]");
    }
  }

  @Test
  void aCacheGetsWholeAnswersAndGivesThemBack() {
    Map<String, CachedAnswer> kept = new ConcurrentHashMap<>();
    ResponseCache cache =
        new ResponseCache() {
          @Override
          public CachedAnswer recall(ExchangeView exchange) {
            return kept.get(exchange.envelope().body().utf8());
          }

          @Override
          public boolean wants(ExchangeView exchange) {
            return true;
          }

          @Override
          public void store(ExchangeView exchange, CachedAnswer answer) {
            kept.put(exchange.envelope().body().utf8(), answer);
          }
        };
    try (TestGateway gateway = with("ResponseCache", "", cache)) {
      String first = gateway.chatStream("again").body();
      var second = gateway.chatStream("again");
      assertThat(second.body()).isEqualTo(first).endsWith("data: [DONE]\n\n");
      assertThat(second.headers().firstValue("x-litellm-cache-key")).isPresent();
      assertThat(gateway.upstream().callCount()).isEqualTo(1);
    }
  }

  @Test
  void aFilterTakesDeploymentsOutAndTheClientLearnsWhy() {
    CandidateFilter filter =
        (exchange, candidates) -> {
          for (int i = candidates.size() - 1; i >= 0; i--) {
            if (!"eu".equals(candidates.get(i).labels().get("region"))) {
              candidates.remove(i, "not in region eu");
            }
          }
        };
    try (TestGateway gateway = with("CandidateFilter", "", filter)) {
      var answer = gateway.chat("hello");
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("not in region eu");
    }
  }

  @Test
  void anAttemptListenerHearsHowItWent() {
    List<String> heard = new CopyOnWriteArrayList<>();
    AttemptListener listener =
        (exchange, outcome) -> heard.add(outcome.status() + " " + outcome.failure());
    try (TestGateway gateway = with("AttemptListener", "", listener)) {
      gateway.chat("hello");
      gateway.upstream().next(Script.json(500, "{\"error\":{\"message\":\"no\"}}"));
      gateway.chat("hello");
      assertThat(heard).containsExactly("200 Optional.empty", "500 Optional[SERVER]");
    }
  }

  @Test
  void usageIsToldBeforeTheAnswerHasLeftAndLaterInBatches() throws InterruptedException {
    List<UsageEvent> listened = new CopyOnWriteArrayList<>();
    BlockingQueue<UsageEvent> delivered = new LinkedBlockingQueue<>();
    AtomicBoolean failOnce = new AtomicBoolean(true);
    UsageListener listener = listened::add;
    UsageSink sink =
        new UsageSink() {
          @Override
          public void deliver(List<UsageEvent> batch) {
            if (failOnce.getAndSet(false)) {
              throw new IllegalStateException("not now");
            }
            delivered.addAll(batch);
          }

          @Override
          public Duration flushInterval() {
            return Duration.ofMillis(1);
          }
        };
    try (TestGateway gateway = with("UsageListener,UsageSink", "", listener, sink)) {
      gateway.chat("hello");
      assertThat(listened).hasSize(1);
      UsageEvent event = listened.get(0);
      assertThat(event.status()).isEqualTo(UsageEvent.Status.SUCCESS);
      assertThat(event.usage().orElseThrow().inputTokens()).isEqualTo(9);
      assertThat(event.usage().orElseThrow().outputTokens()).isEqualTo(12);
      assertThat(event.requestBody().orElseThrow().utf8()).contains("hello");
      assertThat(event.requestedModel()).isEqualTo("test-model");
      UsageEvent later = delivered.poll(20, TimeUnit.SECONDS);
      assertThat(later).isNotNull();
      assertThat(later.callId()).isEqualTo(event.callId());
    }
  }

  @Test
  void limitsOfAllSourcesAreReservedTogetherAndSettledToTheTruth() {
    Map<String, Long> used = new HashMap<>();
    List<long[]> settled = new ArrayList<>();
    LimitSource source =
        (ExchangeView exchange, Estimate estimate, LimitSource.LimitSink sink) -> {
          sink.add(limit("tokens", Limit.Kind.TOKENS, 100), estimate.inputTokensAtMost());
          sink.add(limit("requests", Limit.Kind.REQUESTS, 1), 1);
        };
    LimitLedger ledger =
        new LimitLedger() {
          @Override
          public Outcome reserve(String callId, List<Limit> limits, long[] holds) {
            for (int i = 0; i < limits.size(); i++) {
              long now = used.getOrDefault(limits.get(i).counterId(), 0L);
              if (limits.get(i).kind() == Limit.Kind.REQUESTS
                  && now + holds[i] > limits.get(i).amount()) {
                return new Outcome.Refused(limits.get(i), now, 0);
              }
            }
            for (int i = 0; i < limits.size(); i++) {
              used.merge(limits.get(i).counterId(), holds[i], Long::sum);
            }
            return new Outcome.Reserved(reservation(limits, holds));
          }

          @Override
          public void settle(Reservation reservation, long[] amounts) {
            settled.add(amounts);
          }

          @Override
          public void renew(List<Reservation> reservations) {}
        };
    try (TestGateway gateway = with("LimitSource,LimitLedger", "", source, ledger)) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(settled).hasSize(1);
      assertThat(settled.get(0)).containsExactly(21, 1);
      var refused = gateway.chat("hello");
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.body()).contains("requests is full");
    }
  }

  private static LimitLedger.Reservation reservation(List<Limit> limits, long[] holds) {
    return new LimitLedger.Reservation() {
      @Override
      public List<Limit> limits() {
        return limits;
      }

      @Override
      public long held(int index) {
        return holds[index];
      }

      @Override
      public long remaining(int index) {
        return 0;
      }

      @Override
      public long resetMillis(int index) {
        return 0;
      }
    };
  }

  private static Limit limit(String name, Limit.Kind kind, long amount) {
    return new Limit() {
      @Override
      public String counterId() {
        return name;
      }

      @Override
      public String tenant() {
        return "tenant";
      }

      @Override
      public Kind kind() {
        return kind;
      }

      @Override
      public Window window() {
        return Window.NONE;
      }

      @Override
      public Duration length() {
        return Duration.ZERO;
      }

      @Override
      public long amount() {
        return amount;
      }

      @Override
      public Denial denial(long usedNow, long resetMillis) {
        return Denial.of(429, "throttling_error", name + " is full");
      }
    };
  }

  @Test
  void limitsWithoutALedgerStopTheStart() {
    LimitSource source = (exchange, estimate, sink) -> {};
    assertThatThrownBy(() -> with("LimitSource", "", source).close())
        .isInstanceOf(PluginException.class)
        .hasMessageContaining("LimitLedger");
  }

  @Test
  void aPluginServesRoutesOfItsOwn() {
    RouteContributor routes =
        () ->
            List.of(
                Route.of(
                    "GET",
                    "/things/{id}",
                    Route.Access.ADMIN,
                    (request, response) ->
                        response.send(
                            "text/plain",
                            request.pathVariable("id") + " " + request.query("q").orElse("-"))),
                Route.of(
                    "GET",
                    "/events",
                    Route.Access.OPEN,
                    (request, response) -> {
                      var out = response.stream("text/event-stream");
                      for (int i = 0; i < 3; i++) {
                        out.write(("data: " + i + "\n\n").getBytes(StandardCharsets.UTF_8));
                        out.flush();
                      }
                    }));
    try (TestGateway gateway = with("RouteContributor", "", routes)) {
      assertThat(gateway.get("/things/a%20b?q=1+2").body()).isEqualTo("a b 1 2");
      assertThat(gateway.get("/events").body()).isEqualTo("data: 0\n\ndata: 1\n\ndata: 2\n\n");
      assertThat(gateway.get("/nothing").statusCode()).isEqualTo(404);
      assertThat(gateway.get("/nothing").body()).isEqualTo("{\"detail\":\"Not Found\"}");
      assertThat(gateway.post("/events", "{}").statusCode()).isEqualTo(405);
    }
  }

  @Test
  void twoPluginsCannotServeTheSameRoute() {
    RouteContributor one =
        () -> List.of(Route.of("GET", "/x/{a}", Route.Access.OPEN, (request, response) -> {}));
    RouteContributor other =
        () -> List.of(Route.of("GET", "/x/{b}", Route.Access.OPEN, (request, response) -> {}));
    assertThatThrownBy(() ->
            TestGateway.alone()
                .with(Map.of("id", "one", "kinds", "RouteContributor"), () -> plugin(one))
                .with(Map.of("id", "other", "kinds", "RouteContributor"), () -> plugin(other))
                .start()
                .close())
        .isInstanceOf(PluginException.class)
        .hasMessageContaining("one")
        .hasMessageContaining("other")
        .hasMessageContaining("/x/{b}");
  }

  @Test
  void aReloadPutsANewModelInForceAndAWrongFileChangesNothing() {
    try (TestGateway gateway = TestGateway.alone().start()) {
      assertThat(gateway.reload("model_list: [{model_name: 3, litellm_params: 4}]")).isFalse();
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(
              gateway.reload(
                  """
                  model_list:
                    - model_name: other-model
                      litellm_params: {model: test/x, api_base: "%UPSTREAM%"}
                  """))
          .isTrue();
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(400);
      assertThat(gateway.get("/v1/models").body())
          .contains("other-model")
          .doesNotContain("test-model");
    }
  }

  @Test
  void withoutAnAuthenticatorOnlyHealthIsOpen() {
    try (TestGateway gateway = TestGateway.alone().withoutDoorman().start()) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(503);
      assertThat(gateway.get("/v1/models").statusCode()).isEqualTo(503);
      assertThat(gateway.get("/health/liveness").body()).isEqualTo("\"I'm alive!\"");
      assertThat(gateway.get("/health/readiness").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aSettingThatNobodyAskedForStopsTheStart() {
    assertThatThrownBy(() ->
            TestGateway.alone()
                .with(Map.of("id", "quiet", "kinds", "HeaderGate"), () -> plugin())
                .config("headgate: {plugin: {quiet: {volume: 3}}}")
                .start()
                .close())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("volume");
  }

  @Test
  void anAnswerNamesItsCallAndItsDeployment() {
    try (TestGateway gateway = TestGateway.alone().start()) {
      var answer = gateway.chat("hello");
      assertThat(answer.headers().firstValue("x-litellm-call-id").orElse("")).hasSize(36);
      assertThat(answer.headers().firstValue("x-litellm-model-group")).contains("test-model");
      assertThat(answer.headers().firstValue("x-litellm-overhead-duration-ms")).isPresent();
      assertThat(gateway.get("/none").headers().firstValue("x-litellm-overhead-duration-ms"))
          .isPresent();
    }
  }

  @Test
  void writesTheClientsNameIntoEveryFrameWhereThatIsWanted() {
    try (TestGateway gateway =
        TestGateway.alone()
            .config("headgate: {server: {restamp-stream-model: true, server-timing: true}}")
            .start()) {
      gateway
          .upstream()
          .next(
              Script.eventStream()
                  .sse("{\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"a\"}}]}")
                  .sse("{\"id\":1,\"model\":\"a-much-longer-name-upstream\",\"choices\":[{}]}")
                  .done());
      var answer = gateway.chatStream("hello");
      assertThat(answer.body().lines())
          .containsExactly(
              "data: {\"model\":\"test-model\",\"choices\":[{\"delta\":{\"content\":\"a\"}}]}",
              "",
              "data: {\"id\":1,\"model\":\"test-model\",\"choices\":[{}]}",
              "",
              "data: [DONE]",
              "");
      assertThat(answer.headers().firstValue("server-timing").orElse(""))
          .startsWith("gateway;dur=")
          .contains(", upstream;dur=", ", doorman;dur=");
    }
  }
}
