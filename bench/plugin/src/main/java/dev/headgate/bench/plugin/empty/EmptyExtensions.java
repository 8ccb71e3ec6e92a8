package dev.headgate.bench.plugin.empty;

import dev.headgate.spi.Decision;
import dev.headgate.spi.Extension;
import dev.headgate.spi.admission.Cost;
import dev.headgate.spi.admission.LimitLedger;
import dev.headgate.spi.admission.PriceBook;
import dev.headgate.spi.auth.AuthResult;
import dev.headgate.spi.auth.Authenticator;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.guard.StreamTransform;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.RouteContributor;
import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.routing.AttemptListener;
import dev.headgate.spi.routing.CandidateFilter;
import dev.headgate.spi.routing.Candidates;
import dev.headgate.spi.routing.Deployment;
import dev.headgate.spi.routing.RoutingStrategy;
import dev.headgate.spi.usage.Usage;
import dev.headgate.spi.usage.UsageListener;
import dev.headgate.spi.usage.UsageSink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Makes extensions that do as little as their kind allows. */
public final class EmptyExtensions {
  /** The id of the empty routing strategy. */
  public static final String STRATEGY = "empty";

  /** The path of the empty route. */
  public static final String ROUTE = "/bench/empty";

  private static final Map<String, Supplier<Extension>> MAKERS =
      Map.ofEntries(
          Map.entry("AttemptListener", EmptyExtensions::attemptListener),
          Map.entry("Authenticator", EmptyExtensions::authenticator),
          Map.entry("CandidateFilter", EmptyExtensions::candidateFilter),
          Map.entry("Guardrail", EmptyExtensions::guardrail),
          Map.entry("HeaderGate", EmptyExtensions::headerGate),
          Map.entry("LimitLedger", EmptyLedger::new),
          Map.entry("LimitSource", () -> new OneLimit(false)),
          Map.entry("PriceBook", EmptyPrices::new),
          Map.entry("Provider", () -> new FixedProvider("empty")),
          Map.entry("ResponseCache", EmptyCache::new),
          Map.entry("RouteContributor", EmptyExtensions::routes),
          Map.entry("RoutingStrategy", EmptyStrategy::new),
          Map.entry("StreamTransform", EmptyExtensions::streamTransform),
          Map.entry("TokenCounterProvider", EmptyCounters::new),
          Map.entry("UsageListener", EmptyExtensions::usageListener),
          Map.entry("UsageSink", EmptyExtensions::usageSink));

  private EmptyExtensions() {}

  /** Whether a request meets this kind, so that there is an empty one to compare with. */
  public static boolean knows(String kind) {
    return MAKERS.containsKey(kind);
  }

  /**
   * One empty extension of each of these kinds; kinds without one are left out.
   *
   * @param kinds simple names of the kinds
   */
  public static List<Extension> of(Collection<String> kinds) {
    List<Extension> made = new ArrayList<>();
    for (String kind : kinds) {
      Supplier<Extension> maker = MAKERS.get(kind);
      if (maker != null) {
        made.add(maker.get());
      }
    }
    return made;
  }

  private static Extension authenticator() {
    Authenticator nobody = request -> AuthResult.ABSTAIN;
    return nobody;
  }

  private static Extension headerGate() {
    HeaderGate open = exchange -> Decision.allow();
    return open;
  }

  private static Extension guardrail() {
    Guardrail open = (exchange, edit) -> Decision.allow();
    return open;
  }

  private static Extension candidateFilter() {
    CandidateFilter all = (exchange, candidates) -> {};
    return all;
  }

  private static Extension attemptListener() {
    AttemptListener deaf = (exchange, outcome) -> {};
    return deaf;
  }

  private static Extension usageListener() {
    UsageListener deaf = event -> {};
    return deaf;
  }

  private static Extension usageSink() {
    UsageSink nowhere = batch -> {};
    return nowhere;
  }

  /** Hands every frame on as it is. */
  private static Extension streamTransform() {
    StreamTransform same = (exchange, stream) -> (frame, sink) -> sink.emit(frame);
    return same;
  }

  private static Extension routes() {
    Route.Handler empty = (request, response) -> response.send("text/plain", "");
    RouteContributor one = () -> List.of(Route.of("GET", ROUTE, Route.Access.OPEN, empty));
    return one;
  }

  /** Picks the first candidate. */
  private static final class EmptyStrategy implements RoutingStrategy {
    @Override
    public String id() {
      return STRATEGY;
    }

    @Override
    public int pick(ExchangeView exchange, Candidates candidates) {
      return 0;
    }
  }

  /** Everything is free. */
  private static final class EmptyPrices implements PriceBook {
    @Override
    public long atMost(Deployment deployment, long inputTokens, long outputTokens) {
      return 0;
    }

    @Override
    public Cost cost(Deployment deployment, Usage usage) {
      return () -> 0;
    }
  }

  /** A ledger that reserves whatever is asked. */
  public static LimitLedger ledger() {
    return new EmptyLedger();
  }
}
