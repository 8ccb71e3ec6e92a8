package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.Script;
import dev.headgate.spi.Decision;
import dev.headgate.spi.Extension;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.cache.CachedAnswer;
import dev.headgate.spi.cache.ResponseCache;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.guard.StreamTransform;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.metrics.MeterVisitor;
import dev.headgate.spi.request.ExchangeView;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What an answer and the meters tell of where the time went. */
class TimingTest {
  private static final String CHAT =
      "{\"model\":\"test-model\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";
  private static final double SLOW_MILLIS = 20;

  private static TestGateway.Builder with(String kinds, Extension... extensions) {
    return TestGateway.alone()
        .with(
            Map.of("id", "slow-one", "kinds", kinds, "mutates", "frames"),
            () -> context -> List.of(extensions));
  }

  private static void dawdle() {
    long end = System.nanoTime() + (long) (SLOW_MILLIS * 1e6);
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  private static HttpRequest.Builder chat(TestGateway gateway) {
    return gateway.request("/v1/chat/completions").POST(HttpRequest.BodyPublishers.ofString(CHAT));
  }

  private static HttpResponse<String> timed(TestGateway gateway, HttpRequest.Builder request) {
    return gateway.send(request.header("x-headgate-timing", "1"));
  }

  private static String timing(HttpResponse<String> answer) {
    return answer.headers().firstValue("server-timing").orElse("");
  }

  private static double millis(String timing, String name) {
    Matcher found =
        Pattern.compile("(?:^|, )" + Pattern.quote(name) + ";dur=([0-9.]+)").matcher(timing);
    return found.find() ? Double.parseDouble(found.group(1)) : -1;
  }

  @Test
  void namesASlowPluginWhenTheClientAsks() {
    Guardrail slow =
        (exchange, edit) -> {
          dawdle();
          return Decision.allow();
        };
    try (TestGateway gateway = with("Guardrail", slow).start()) {
      assertThat(timing(gateway.chat("hello"))).isEmpty();
      String timing = timing(timed(gateway, chat(gateway)));
      assertThat(millis(timing, "slow-one")).isGreaterThanOrEqualTo(SLOW_MILLIS);
      assertThat(millis(timing, "doorman")).isBetween(0.0, SLOW_MILLIS);
      assertThat(timing)
          .startsWith("gateway;dur=")
          .contains(";desc=\"Guardrail Guardrail\"")
          .contains(", upstream;dur=", ", total;dur=");
    }
  }

  @Test
  void isOnEveryAnswerWhereTheOperatorSaysSo() {
    RouteContributor routes =
        () ->
            List.of(
                Route.of(
                    "GET",
                    "/slow",
                    Route.Access.OPEN,
                    (request, response) -> {
                      dawdle();
                      response.send("text/plain", "late");
                    }));
    try (TestGateway gateway =
        with("RouteContributor", routes)
            .config("headgate: {server: {server-timing: true}}")
            .start()) {
      assertThat(millis(timing(gateway.get("/slow")), "slow-one"))
          .isGreaterThanOrEqualTo(SLOW_MILLIS);
      assertThat(timing(gateway.get("/none"))).startsWith("gateway;dur=");
      assertThat(timing(gateway.post("/v1/chat/completions", "{"))).contains(", doorman;dur=");
      gateway.upstream().next(Script.eventStream().sse("{\"choices\":[]}").done());
      assertThat(timing(gateway.chatStream("hello"))).contains(", doorman;dur=");
    }
  }

  @Test
  void showsNoPluginToAStrangerWhoAsks() {
    try (TestGateway gateway = TestGateway.alone().start()) {
      var refused =
          timed(gateway, chat(gateway).setHeader("Authorization", "Bearer sk-somebody-else"));
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(timing(refused)).startsWith("gateway;dur=").doesNotContain("doorman");
    }
  }

  @Test
  void isNotToldWhereTheOperatorForbidsIt() {
    try (TestGateway gateway =
        TestGateway.alone()
            .config("headgate: {server: {server-timing-on-request: false}}")
            .start()) {
      assertThat(timing(timed(gateway, chat(gateway)))).isEmpty();
    }
  }

  @Test
  void theMetersTellWhatBecameOfEachCall() {
    HeaderGate gate =
        exchange ->
            exchange.head().headers().find("x-refuse") == null
                ? Decision.allow()
                : Decision.deny(403, "auth_error", "no");
    ResponseCache empty =
        new ResponseCache() {
          @Override
          public CachedAnswer recall(ExchangeView exchange) {
            return null;
          }

          @Override
          public boolean wants(ExchangeView exchange) {
            return false;
          }

          @Override
          public void store(ExchangeView exchange, CachedAnswer answer) {}
        };
    StreamTransform uninterested = (exchange, stream) -> null;
    try (TestGateway gateway =
        with("HeaderGate,ResponseCache,StreamTransform", gate, empty, uninterested).start()) {
      assertThat(gateway.chat("hello").statusCode()).isEqualTo(200);
      assertThat(gateway.send(chat(gateway).header("x-refuse", "1")).statusCode()).isEqualTo(403);

      Map<String, Double> counts = counts(gateway);
      assertThat(counts)
          .containsEntry("headgate_plugin_calls_total slow-one HeaderGate", 2.0)
          .containsEntry("headgate_plugin_refusals_total slow-one HeaderGate", 1.0)
          .containsEntry("headgate_plugin_abstentions_total slow-one ResponseCache", 1.0)
          .containsEntry("headgate_plugin_abstentions_total slow-one StreamTransform", 1.0)
          .containsEntry("headgate_plugin_calls_total passage Provider", 1.0);
    }
  }

  private static Map<String, Double> counts(TestGateway gateway) {
    Map<String, Double> counts = new HashMap<>();
    gateway
        .gateway()
        .meters()
        .read(
            new MeterVisitor() {
              private String family = "";

              @Override
              public void family(String name, String help, Type type, List<String> labels) {
                family = name;
              }

              @Override
              public void value(List<String> labels, double value) {
                if (labels.size() == 3) {
                  counts.put(family + " " + labels.get(0) + " " + labels.get(1), value);
                }
              }

              @Override
              public void histogram(
                  List<String> labels, double[] bounds, long[] values, double sum) {}
            });
    return counts;
  }
}
