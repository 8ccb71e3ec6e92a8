package dev.headgate.bench.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.plugin.empty.EmptyExtensions;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.spi.Decision;
import dev.headgate.spi.Extension;
import dev.headgate.spi.SpiVersion;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.RouteContributor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandTest {
  private static final int REQUESTS = 20;

  @TempDir private Path scratch;

  private static Subject subject(String kinds, Supplier<List<Extension>> maker) {
    FoundPlugin plugin =
        FoundPlugin.given(
            Manifest.of(
                Map.of(
                    "id", "subject", "version", "1", "spi", SpiVersion.current(), "kinds", kinds)),
            () -> context -> maker.get());
    return new Subject(plugin, plugin.manifest().orElseThrow(), List.of(), List.of(plugin));
  }

  private static BenchOptions options(String... more) {
    List<String> all = new ArrayList<>(List.of("subject"));
    all.addAll(List.of(more));
    return BenchOptions.of(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AttemptListener",
        "Authenticator",
        "CandidateFilter",
        "Guardrail",
        "HeaderGate",
        "LimitLedger",
        "LimitSource",
        "LimitLedger,LimitSource",
        "PriceBook",
        "Provider",
        "ResponseCache",
        "RoutingStrategy",
        "StreamTransform",
        "UsageListener",
      })
  void callsAPluginOfEachKindInEachRequest(String kinds) throws IOException {
    List<String> names = List.of(kinds.split(","));
    try (Stand stand =
        new Stand(subject(kinds, () -> EmptyExtensions.of(names)), options(), scratch)) {
      for (Setup setup : List.of(stand.with(), stand.without(), stand.empty())) {
        setup.slice();
        assertThat(setup.take().requests()).isEqualTo(REQUESTS);
      }
      assertThat(HookFacts.of(stand.with().gateway().meters(), "subject"))
          .allMatch(facts -> facts.calls() >= REQUESTS)
          .extracting(HookFacts::kind)
          .hasSameElementsAs(names);
      assertThat(HookFacts.of(stand.empty().gateway().meters(), "bench-empty")).isNotEmpty();
      assertThat(HookFacts.of(stand.without().gateway().meters(), "subject")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UsageSink", "TokenCounterProvider"})
  void answersWithAPluginThatWorksBesideTheRequest(String kind) throws IOException {
    try (Stand stand =
        new Stand(subject(kind, () -> EmptyExtensions.of(List.of(kind))), options(), scratch)) {
      stand.with().slice();
      assertThat(stand.with().take().requests()).isEqualTo(REQUESTS);
    }
  }

  @Test
  void asksTheFirstRouteOfAPluginThatBringsRoutesOnly() throws IOException {
    Route page =
        Route.of(
            "GET",
            "/page",
            Route.Access.ADMIN,
            (request, response) -> response.send("text/plain", "hello"));
    RouteContributor routes = () -> List.of(page);
    try (Stand stand =
        new Stand(subject("RouteContributor", () -> List.of(routes)), options(), scratch)) {
      assertThat(stand.exercise()).startsWith("GET /page");
      stand.with().slice();
      assertThat(HookFacts.of(stand.with().gateway().meters(), "subject"))
          .singleElement()
          .matches(facts -> facts.calls() > REQUESTS);
    }
  }

  @Test
  void saysWhatAPluginWantsThatRefuses() {
    Guardrail closed = (exchange, edit) -> Decision.deny(403, "auth_error", "bring a ticket");
    Subject subject = subject("Guardrail", () -> List.of(closed));
    assertThatThrownBy(() -> new Stand(subject, options(), scratch).close())
        .isInstanceOf(UnmeasurableException.class)
        .hasMessageContaining("with subject the request is refused")
        .hasMessageContaining("bring a ticket");
  }

  @Test
  void saysThatNoRequestMeetsAPlugin() {
    Subject subject = subject("SecretResolver", List::of);
    assertThatThrownBy(() -> new Stand(subject, options(), scratch).close())
        .isInstanceOf(UnmeasurableException.class)
        .hasMessageContaining("no request meets what subject brings (SecretResolver)");
  }

  @Test
  void findsWhatASlowPluginCosts() throws IOException, InterruptedException {
    Guardrail slow =
        (exchange, edit) -> {
          long end = System.nanoTime() + 400_000;
          while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
          }
          return Decision.allow();
        };
    Findings findings =
        PluginBench.measure(
            subject("Guardrail", () -> List.of(slow)),
            options("--seconds", "4", "--json"),
            scratch,
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
    assertThat(findings.json())
        .startsWith("{\"plugin\":\"subject\",\"kind\":\"Guardrail\",\"cpu_us\":{\"mean\":")
        .contains("\"baseline\":{\"plugin\":\"empty\",\"cpu_us\":{\"mean\":");
    assertThat(findings.text()).startsWith("subject (Guardrail) adds to a request");
    assertThat(findings.trial().cost().p50().mean()).isGreaterThan(390_000);
    assertThat(findings.trial().emptyCost().p50().mean()).isLessThan(100_000);
  }
}
