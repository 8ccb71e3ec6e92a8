package dev.headgate.bench.plugin;

import dev.headgate.bench.plugin.empty.EmptyExtensions;
import dev.headgate.bench.plugin.empty.FixedTransport;
import dev.headgate.bench.plugin.empty.OneLimit;
import dev.headgate.bench.plugin.empty.StandIn;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.SpiVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which plugins each set-up has, and with which configuration, so that the subject is called. */
final class Plan {
  private static final String KEY = "sk-bench-0123456789abcdef";
  private static final Set<String> BEFORE_MODELS = Set.of("RouteContributor", "Authenticator");

  private final Subject subject;
  private final Optional<Path> config;

  Plan(Subject subject, Optional<Path> config) {
    this.subject = subject;
    this.config = config;
  }

  /** The kinds that requests meet. */
  Set<String> measured() {
    Set<String> kinds = new TreeSet<>(subject.manifest().kinds());
    kinds.removeIf(kind -> !EmptyExtensions.knows(kind));
    if (!onlyRoutes()) {
      kinds.remove("RouteContributor");
    }
    return kinds;
  }

  /** Whether all that requests meet are routes of its own. */
  boolean onlyRoutes() {
    return subject.brings("RouteContributor")
        && subject.manifest().kinds().stream()
            .filter(EmptyExtensions::knows)
            .allMatch(BEFORE_MODELS::contains);
  }

  boolean streams() {
    return subject.brings("StreamTransform");
  }

  private boolean counts() {
    return subject.brings("TokenCounterProvider");
  }

  List<FoundPlugin> without() {
    List<Extension> more =
        counts() ? List.of(new OneLimit(true), EmptyExtensions.ledger()) : List.of();
    return plugins(null, more);
  }

  List<FoundPlugin> with() {
    return plugins(subject.plugin(), around());
  }

  List<FoundPlugin> empty() {
    Set<String> kinds = new TreeSet<>(subject.manifest().kinds());
    kinds.removeIf(kind -> !EmptyExtensions.knows(kind));
    FoundPlugin empty =
        given("bench-empty", String.join(",", kinds), () -> context -> EmptyExtensions.of(kinds));
    return plugins(kinds.isEmpty() ? null : empty, around());
  }

  /** What limits need of each other. */
  private List<Extension> around() {
    List<Extension> more = new ArrayList<>();
    boolean source = subject.brings("LimitSource");
    boolean ledger = subject.brings("LimitLedger");
    if (counts()) {
      more.add(new OneLimit(true));
    } else if (ledger && !source) {
      more.add(new OneLimit(false));
    }
    if ((source || counts()) && !ledger) {
      more.add(EmptyExtensions.ledger());
    }
    return more;
  }

  private List<FoundPlugin> plugins(@Nullable FoundPlugin tested, List<Extension> more) {
    List<FoundPlugin> plugins = new ArrayList<>();
    if (tested != null) {
      plugins.add(tested);
    }
    plugins.addAll(subject.helpers());
    plugins.add(
        given(
            "bench-stand-in",
            "Authenticator,LimitLedger,LimitSource,Provider,Transport",
            () -> new StandIn(more)));
    return plugins;
  }

  private static FoundPlugin given(String id, String kinds, Supplier<Plugin> maker) {
    return FoundPlugin.given(
        Manifest.of(
            Map.of(
                "id",
                id,
                "version",
                "1",
                "spi",
                SpiVersion.current(),
                "kinds",
                kinds,
                "mutates",
                "frames,prompt")),
        maker);
  }

  /** Models of the stand-in. */
  String plainYaml() {
    return yaml(StandIn.PREFIX, "", false);
  }

  /** Models of the empty provider, the empty strategy. */
  String emptyYaml() {
    return yaml(
        subject.brings("Provider") ? "empty" : StandIn.PREFIX,
        subject.brings("RoutingStrategy") ? EmptyExtensions.STRATEGY : "",
        false);
  }

  /**
   * The models of the subject, when it is a provider, with its strategy, when it has one.
   *
   * @param prefix of its models; empty when it is none
   * @param strategy the id of its strategy; empty when it has none
   */
  String fullYaml(String prefix, String strategy) {
    return yaml(prefix.isEmpty() ? StandIn.PREFIX : prefix, strategy, !prefix.isEmpty());
  }

  private String yaml(String prefix, String strategy, boolean network) {
    StringBuilder yaml = new StringBuilder("model_list:\n");
    boolean several = subject.brings("RoutingStrategy") || subject.brings("CandidateFilter");
    for (String model : several ? List.of("one", "two", "three") : List.of("one")) {
      yaml.append("  - model_name: bench\n")
          .append("    litellm_params: {model: ")
          .append(prefix)
          .append('/')
          .append(model)
          .append(", api_base: \"http://127.0.0.1:9/v1\", api_key: sk-bench-upstream}\n");
    }
    if (!strategy.isEmpty()) {
      yaml.append("router_settings: {routing_strategy: \"").append(strategy).append("\"}\n");
    }
    if (network) {
      yaml.append("headgate: {upstream: {transport: ").append(FixedTransport.ID).append("}}\n");
    }
    if (config.isPresent()) {
      String path = config.get().toAbsolutePath().toString();
      yaml.append("include: [\"").append(path.replace("\\", "\\\\")).append("\"]\n");
    } else {
      yaml.append("general_settings: {master_key: ").append(KEY).append("}\n");
    }
    return yaml.toString();
  }

  /** Header lines with a key, unless there is one. */
  static List<String> withKey(List<String> headers) {
    boolean known =
        headers.stream().anyMatch(line -> line.regionMatches(true, 0, "authorization:", 0, 14));
    if (known) {
      return headers;
    }
    List<String> more = new ArrayList<>(headers);
    more.add("authorization: Bearer " + KEY);
    return more;
  }
}
